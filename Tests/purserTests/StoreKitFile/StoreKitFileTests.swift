import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@Suite("purser storekit", .timeLimit(.minutes(15)))
struct StoreKitFileTests {
    let folder: TemporaryFolder
    static let options = [
        "--seed", "1", "--product", "com.example.seeds:consumable:0.99", "--product",
        "com.example.flower_bed:non-consumable:3",
        "--product", "com.example.season:non-renewing:14.99", "--subscription", "com.example.club.gold:P1Y:40.00",
        "--subscription", "com.example.club.silver:P1M:4.99", "--group", "Club",
    ]

    init() throws {
        folder = try TemporaryFolder()
    }

    private func newFile() async throws -> String {
        let path = folder.url.appendingPathComponent("Shop.storekit").path
        let outcome = try await Tool.run(["storekit", "new", path] + Self.options)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    @Test("What families may share is named; what cannot be shared, or is not there, is refused")
    func familyShareable() async throws {
        let shared = ["com.example.flower_bed", "com.example.club.gold"]
        let options = shared.flatMap { ["--family-shareable", $0] }
        let printed = try await Tool.run(["storekit", "new"] + Self.options + options)
        #expect(printed.status == 0, "\(printed.errors)")
        let configuration = try StoreConfiguration(data: Data(printed.output.utf8))
        let products = configuration.products.map { ($0.productID, $0.isFamilyShareable) }
        let subscriptions = configuration.subscriptionGroups.flatMap(\.subscriptions)
            .map { ($0.productID, $0.isFamilyShareable) }
        let seen = (products + subscriptions).filter { $0.1 }.map { $0.0 }
        #expect(Set(seen) == Set(shared))
        for stray in ["com.example.seeds", "com.example.season", "com.example.none"] {
            let refused = try await Tool.run(["storekit", "new"] + Self.options + ["--family-shareable", stray])
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--family-shareable"), "\(refused.errors)")
        }
    }

    @Test("new makes a file in which nothing is wrong, the same each time for the same seed")
    func new() async throws {
        let path = try await newFile()
        let configuration = try StoreConfiguration(contentsOf: URL(fileURLWithPath: path))
        #expect(configuration.version == .newest)
        #expect(configuration.allProducts.map(\.displayPrice) == ["0.99", "3.00", "14.99", "40.00", "4.99"])
        #expect(configuration.allProducts.map(\.referenceName) == ["Seeds", "Flower Bed", "Season", "Gold", "Silver"])
        #expect(configuration.subscriptionGroups[0].subscriptions.map(\.level) == [1, 2])
        let lint = try await Tool.run("storekit", "lint", path, "--strict")
        #expect(lint.status == 0)
        #expect(lint.lines == ["\(path): nothing is wrong"])
        let printed = try await Tool.run(["storekit", "new"] + Self.options)
        #expect(Data(printed.output.utf8) == (try Data(contentsOf: URL(fileURLWithPath: path))))
        let other = try await Tool.run(["storekit", "new", "-", "--seed", "2"])
        #expect(try StoreConfiguration(data: Data(other.output.utf8)).identifier != configuration.identifier)
    }

    @Test("Of a file that a full disk does not take nothing is left, and it is made once there is room")
    func fullDisk() async throws {
        let path = folder.url.appendingPathComponent("Shop.storekit").path
        // The shell ignores the signal for the tool, so that a write beyond the limit of 1 KB fails as on a full disk.
        let script = #"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#
        let arguments = ["storekit", "new", path] + Self.options
        let limited = Command(URL(fileURLWithPath: "/bin/bash"), ["-c", script, Tool.executable.path] + arguments)
        let outcome = try await limited.run()
        #expect(outcome.ending == .exited(2), "\(outcome.text)")
        #expect(outcome.errors == "purser: \(path) cannot be written: File too large\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        #expect(try await newFile() == path)
        let again = try await Tool.run(["storekit", "new", path] + Self.options)
        #expect(again.status == 2)
        #expect(again.errors == "purser: \(path) exists; --force overwrites it\n")
    }

    @Test("new makes offers of every kind, in which nothing is wrong")
    func offers() async throws {
        let path = folder.url.appendingPathComponent("Offers.storekit").path
        let outcome = try await Tool.run(
            ["storekit", "new", path] + Self.options + [
                "--offer", "com.example.club.silver:introductory:free:P1W",
                "--offer", "com.example.club.silver:promotional:pay-as-you-go:P1M*3:1.99:spring",
                "--offer", "com.example.club.silver:code:pay-up-front:P3M:9.99:Summer",
                "--offer", "com.example.club.gold:win-back:free:P1M:return",
            ]
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lint = try await Tool.run("storekit", "lint", path, "--strict")
        // Promotional offers are signed with a key, which the developer has.
        #expect(lint.lines.filter { !$0.contains("offers-key") }.allSatisfy { !$0.contains("error") }, "\(lint.output)")
        let configuration = try StoreConfiguration(contentsOf: URL(fileURLWithPath: path))
        let (gold, silver) = (
            configuration.subscriptionGroups[0].subscriptions[0], configuration.subscriptionGroups[0].subscriptions[1]
        )
        #expect(silver.introductoryOffer?.paymentMode == .freeTrial)
        #expect(silver.promotionalOffers.map(\.offerID) == ["spring"])
        #expect(silver.promotionalOffers.map(\.numberOfPeriods) == [3])
        #expect(silver.promotionalOffers.first?.price == Decimal(string: "1.99"))
        #expect(silver.codeOffers.map(\.referenceName) == ["Summer"])
        #expect(gold.winBackOffers.map(\.offerID) == ["return"])
    }

    @Test(
        "new refuses what is no offer",
        arguments: [
            "com.example.club.silver", "com.example.club.silver:gift:free:P1W", "com.example.club.silver:code:free:P1W",
            "com.example.club.silver:introductory:pay-up-front:P1M", "com.example.club.silver:introductory:free:1W",
            "com.example.club.silver:introductory:free:P1W*0", "com.example.club.silver:introductory:free:P1W:x:y",
            "com.example.club.none:introductory:free:P1W", "com.example.club.silver:introductory:free:P9W",
        ]
    )
    func noOffer(offer: String) async throws {
        let outcome = try await Tool.run(["storekit", "new"] + Self.options + ["--offer", offer])
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("--offer"))
    }

    @Test("new does not overwrite a file unless it is told to")
    func overwriting() async throws {
        let path = try folder.file("Mine.storekit", content: Data("mine".utf8)).path
        let refused = try await Tool.run("storekit", "new", path)
        #expect(refused.status == 2)
        #expect(refused.errors == "purser: \(path) exists; --force overwrites it\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
        #expect(try await Tool.run("storekit", "new", path, "--force").status == 0)
        #expect(try StoreConfiguration(contentsOf: URL(fileURLWithPath: path)).allProducts.isEmpty)
        let nowhere = try await Tool.run("storekit", "new", folder.url.appendingPathComponent("no/where").path)
        #expect(nowhere.status == 2)
        #expect(nowhere.errors.contains("cannot be written"))
    }

    @Test(
        "new refuses what is no product",
        arguments: [
            ["--product", "a:b"], ["--product", "a:toy:1"], ["--product", ":consumable:1"],
            ["--product", "a:consumable:free"], ["--subscription", "a:monthly:1"], ["--subscription", "a:P5D:1"],
            ["--subscription", "a:P2Y:1"], ["--product", "a:consumable:1", "--product", "a:consumable:2"],
            ["--product", "a:consumable:1", "--subscription", "a:P1M:1"],
            ["--subscription", "a:P1M:1", "--subscription", "a:P1Y:9"], ["--storefront", "XXX"],
            ["--storefront", "usa"], ["--storefront", ""], ["--locale", "!!"], ["--locale", ""], ["--locale", "en-US"],
        ]
    )
    func usage(_ options: [String]) async throws {
        let path = folder.url.appendingPathComponent("Shop.storekit").path
        let outcome = try await Tool.run(["storekit", "new", path] + options)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(options[0]))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("show writes control characters out, so that a file cannot command the terminal; JSON stays as it is")
    func controlCharacters() async throws {
        let text = try String(contentsOf: ExampleFiles.flowerShop, encoding: .utf8)
            .replacingOccurrences(of: "com.example.flowershop.seeds", with: #"com.\u001b[31mseeds\u000a\u009b\u007f"#)
        let shown = try await Tool.run(["storekit", "show"], input: Data(text.utf8))
        #expect(shown.status == 0)
        #expect(shown.output.contains(#"com.\u{1B}[31mseeds\u{A}\u{9B}\u{7F}  "#))
        #expect(shown.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        let json = try await Tool.run(["storekit", "show", "--json"], input: Data(text.utf8))
        #expect(json.output.contains(#"com.\u001b[31mseeds\n"#))
    }

    @Test("lint names file, line, column, severity and rule, and says what comes of it: exit code 1")
    func lintErrors() async throws {
        let text = try String(contentsOfFile: try await newFile(), encoding: .utf8)
        let broken = text.replacingOccurrences(of: "\"0.99\"", with: "\"0,99\"")
        let path = try folder.file("Broken.storekit", content: Data(broken.utf8)).path
        let outcome = try await Tool.run("storekit", "lint", path)
        #expect(outcome.status == 1)
        let line = try #require(
            broken.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("0,99") }
        )
        #expect(
            outcome.lines.first
                == "\(path):\(line + 1):24: error: products[0].displayPrice: \"0,99\" is no price; write it like 4.99 "
                + "[invalid-price]"
        )
        #expect(outcome.lines[1].hasPrefix("    A price is digits"))
        #expect(outcome.lines.last == "\(path): 1 error")
        let json = try await Tool.run("storekit", "lint", path, "-", "--json", input: Data(text.utf8))
        #expect(json.status == 1)
        let files = try #require(try JSONValue(parsing: json.output).array?.compactMap(\.object))
        #expect(files.map { $0[string: "file"] } == [path, "-"])
        #expect(files.map { $0[array: "findings"]?.count } == [1, 0])
        let finding = try #require(files[0][array: "findings"]?.first?.object)
        #expect(finding[string: "rule"] == "invalid-price")
        #expect(finding[string: "severity"] == "error")
        #expect(finding[integer: "line"] == Int64(line + 1))
        #expect(finding[integer: "column"] == 24)
    }

    @Test("Warnings are no errors unless --strict says so; notes can be left out")
    func warnings() async throws {
        var configuration = try StoreConfiguration(contentsOf: URL(fileURLWithPath: try await newFile()))
        configuration.settings.storefront = "ATA"
        configuration.settings.timeRate = .oneSecondIsOneDay
        let data = configuration.xcodeData
        let plain = try await Tool.run(["storekit", "lint"], input: data)
        #expect(plain.status == 0)
        #expect(plain.lines.last == "-: 1 warning, 1 note")
        let strict = try await Tool.run(["storekit", "lint", "--strict", "--quiet"], input: data)
        #expect(strict.status == 1)
        #expect(strict.lines.last == "-: 1 warning")
    }

    @Test("A file that cannot be read does not keep the others from being checked: exit code 2")
    func unreadable() async throws {
        let path = try await newFile()
        let outcome = try await Tool.run("storekit", "lint", "/no/such/file", path, folder.url.path)
        #expect(outcome.status == 2)
        #expect(outcome.lines == ["\(path): nothing is wrong"])
        #expect(outcome.errors.split(separator: "\n").count == 2)
        let json = try await Tool.run("storekit", "lint", "/no/such/file", path, "--json")
        let expected: JSONValue = [
            [
                "file": "/no/such/file",
                "failures": [["rule": "unreadable", "reason": "there is no file /no/such/file"]],
            ],
            ["file": .string(path), "findings": []],
        ]
        #expect(json.status == 2)
        #expect(try JSONValue(parsing: json.output) == expected)
        let noJSON = try await Tool.run(["storekit", "lint"], input: Data("<html>".utf8))
        #expect(noJSON.status == 1)
        #expect(noJSON.output.contains("-:1:1: error: unexpected-byte"))
    }

    @Test("lint --rules lists every rule")
    func rules() async throws {
        let outcome = try await Tool.run("storekit", "lint", "--rules")
        #expect(outcome.status == 0)
        #expect(outcome.lines.dropFirst().map { $0.prefix { $0 != " " } } == LintRule.all.map { $0.name[...] })
    }

    @Test("show is a catalogue in the language that was asked for")
    func show() async throws {
        let catalogue = ExampleFiles.flowerShop.path
        let outcome = try await Tool.run("storekit", "show", catalogue, "--locale", "de")
        #expect(outcome.status == 0)
        for line in [
            "Configuration F10AE25A, version 4.0: 5 products, storefront USA, language en_US", "Products",
            "Non-renewing subscriptions", "Settings", "  time  real time",
        ] {
            #expect(outcome.lines.contains(line), "\(line) in \(outcome.output)")
        }
        #expect(outcome.output.contains("Zehn Samentüten"))
        #expect(outcome.lines.contains { $0.contains("posy") && $0.hasSuffix("free for 1 week") })
        let json = try await Tool.run("storekit", "show", catalogue, "--json")
        let object = try #require(try JSONValue(parsing: json.output).object)
        #expect(object[array: "products"]?.count == 3)
        let group = try #require(object[array: "subscriptionGroups"]?.first?.object)
        #expect(group[array: "subscriptions"]?.compactMap { $0.object?[integer: "groupLevel"] } == [1, 2])
    }

    @Test("show of what is no configuration is one line and exit code 2")
    func showUnusable() async throws {
        for text in ["", "{}", "{\"products\":[{}]}"] {
            let outcome = try await Tool.run(["storekit", "show"], input: Data(text.utf8))
            #expect(outcome.status == 2)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("purser: line 1, column "))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "show says to programs by which rule a file is no configuration, and where",
        arguments: [
            ("", "not-json", nil, 1), ("[]", "not-a-configuration", nil, 1), ("{}", "not-a-configuration", nil, 1),
            ("{\"products\":[{}]}", "missing-member", "products[0]", 14),
            ("{\"products\":[],\"settings\":7}", "wrong-type", "settings", 27),
        ] as [(String, String, String?, Int64)]
    )
    func showRule(text: String, rule: String, path: String?, column: Int64) async throws {
        let outcome = try await Tool.run(["storekit", "show", "--json"], input: Data(text.utf8))
        #expect(outcome.status == 2)
        let json = try #require(JSONValue(parsing: outcome.output).object)
        #expect(json["isValid"] == false)
        let failure = try #require(json[array: "failures"]?.first?.object)
        #expect(failure[string: "rule"] == rule)
        #expect(failure[string: "reason"]?.isEmpty == false)
        #expect(failure[integer: "line"] == 1)
        #expect(failure[integer: "column"] == column)
        if let path { #expect(failure[string: "path"]?.hasPrefix(path) == true, "\(outcome.output)") }
    }
}

/// The files that come with the project.
enum ExampleFiles {
    static let flowerShop = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Examples/Catalogues/FlowerShop.storekit")
}
