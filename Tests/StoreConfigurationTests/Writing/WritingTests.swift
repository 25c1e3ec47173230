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
