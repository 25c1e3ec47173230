import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@Suite("Writing a configuration")
struct WritingTests {
    @Test("The flower shop is in Xcode's own bytes")
    func example() throws {
        let data = try Data(contentsOf: ExampleCatalogue.url)
        #expect(try StoreConfiguration(data: data).xcodeData == data)
    }

    @Test("Members are sorted without regard to case, empty collections have an empty line, slashes stay")
    func layout() throws {
        let configuration = StoreConfiguration(
            json: ["_storefront": "a/b", "_storeKitErrors": [], "B": ["x": .null], "a": 1, "products": []]
        )
        let expected = """
            {
              "_storefront" : "a/b",
              "_storeKitErrors" : [

              ],
              "a" : 1,
              "B" : {
                "x" : null
              },
              "products" : [

              ]
            }

            """
        #expect(String(decoding: configuration.xcodeData, as: UTF8.self) == expected)
    }

    @Test(
        "A fraction is written with the digits that Xcode gives a double, everything else with its own",
        arguments: [
            ("732829294.7", "732829294.70000005"), ("732829294.70000005", "732829294.70000005"),
            ("1.0", "1"), ("1.50", "1.5"), ("0.1", "0.10000000000000001"), ("-0.25", "-0.25"), ("0.0", "0"),
            ("1e3", "1000"), ("1E-7", "9.9999999999999995e-08"), ("1.5e20", "1.5e+20"),
            ("7", "7"), ("-1", "-1"), ("9007199254740993", "9007199254740993"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            // No double is so large, or so small.
            ("1e400", "1e400"), ("-1.5e999", "-1.5e999"), ("1e-400", "1e-400"),
        ]
    )
    func numbers(typed: String, written: String) throws {
        let configuration = try StoreConfiguration(
            data: Data(#"{"products":[],"settings":{"_lastSynchronizedDate":\#(typed)},"new":[\#(typed)]}"#.utf8)
        )
        let data = configuration.xcodeData
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("\"_lastSynchronizedDate\" : \(written)\n"))
        #expect(text.contains("\"new\" : [\n    \(written)\n  ]"))
        #expect(try StoreConfiguration(data: data).xcodeData == data)
    }

    @Test("A text that somebody typed as a number keeps its digits: a price stays what it was")
    func numbersForTexts() throws {
        let product = #"{"type":"Consumable","productID":"a","displayPrice":29.99,"referenceName":1.10}"#
        let configuration = try StoreConfiguration(data: Data(#"{"products":[\#(product)]}"#.utf8))
        let text = String(decoding: configuration.xcodeData, as: UTF8.self)
        #expect(text.contains("\"displayPrice\" : 29.99,"))
        #expect(text.contains("\"referenceName\" : 1.10,"))
        #expect(try StoreConfiguration(data: configuration.xcodeData).products[0].price == Decimal(2_999) / 100)
    }

    @Test("A changed member is written, everything else stays as it was")
    func change() throws {
        var configuration = try StoreConfiguration(contentsOf: ExampleCatalogue.url)
        configuration.settings.timeRate = .monthlyRenewalEveryFiveMinutes
        configuration.products[0].displayPrice = "1.99"
        let text = String(decoding: configuration.xcodeData, as: UTF8.self)
        let original = String(decoding: try Data(contentsOf: ExampleCatalogue.url), as: UTF8.self)
        #expect(
            text
                == original.replacingOccurrences(of: #""_timeRate" : 0"#, with: #""_timeRate" : 13"#)
                .replacingOccurrences(of: #""displayPrice" : "0.99""#, with: #""displayPrice" : "1.99""#)
        )
    }
}
