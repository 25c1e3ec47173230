import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser demo", .tags(.slow), .timeLimit(.minutes(15)))
struct DemoTests {
    /// Runs the story once and returns its steps.
    private func steps(_ options: String...) async throws -> [JSONObject] {
        let outcome = try await Tool.run(["demo", "--once", "--json"] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.lines.map { line in try #require(try JSONValue(parsing: line).object) }
    }

    private func step(_ name: String, in steps: [JSONObject]) throws -> JSONObject {
        try #require(steps.first { $0[string: "step"] == name }, "no step \(name)")
    }

    private func entitlements(_ step: JSONObject) -> [String: Bool] {
        let objects = (step[array: "entitlements"] ?? []).compactMap(\.object)
        return Dictionary(
            objects.map { ($0[string: "productId"] ?? "", $0[boolean: "isEntitled"] ?? false) }
        ) { first, _ in first }
    }

    static let greenhouse = "com.example.flowershop.greenhouse"
    static let posy = "com.example.flowershop.club.posy"

    @Test("The story goes from the catalogue to the refund")
    func story() async throws {
        let folder = try TemporaryFolder()
        let steps = try await steps("--data", folder.url.path)
        #expect(
            steps.map { $0[string: "step"] } == [
                "catalogue-read", "servers-started", "products-retrieved", "purchase-made", "purchase-made",
                "receipt-validated", "receipt-uploaded", "subscription-renewed", "purchase-refunded", "ready",
            ]
        )

        let article = try WireArticle()
        for step in steps { #expect(article.strangers(in: step) == [], "\(step)") }

        let uploaded = try step("receipt-uploaded", in: steps)
        let exchanges = (uploaded[array: "verifyReceipt"] ?? []).compactMap(\.object)
        // One receipt for each of the two purchases.
        let twice = ["/production/verifyReceipt", "/sandbox/verifyReceipt"]
        #expect(exchanges.map { $0[string: "path"] } == twice + twice)
        #expect(exchanges.map { $0[integer: "status"] } == [21007, 0, 21007, 0])
        #expect(entitlements(uploaded) == [Self.greenhouse: true, Self.posy: true])

        let renewed = try step("subscription-renewed", in: steps)
        #expect(renewed[array: "notifications"] == ["DID_RENEW"])
        #expect(entitlements(renewed) == [Self.greenhouse: true, Self.posy: true])

        let refunded = try step("purchase-refunded", in: steps)
        #expect(refunded[array: "notifications"]?.first == "REFUND")
        #expect(entitlements(refunded) == [Self.greenhouse: true, Self.posy: false])
    }

    @Test("The renewal moves the end of the entitlement by one period")
    func renewal() async throws {
        let folder = try TemporaryFolder()
        let steps = try await steps("--data", folder.url.path)
        func end(_ name: String) throws -> Date? {
            let objects = try step(name, in: steps)[array: "entitlements"]?.compactMap(\.object) ?? []
            return objects.first { $0[string: "productId"] == Self.posy }?[milliseconds: "expiresDate"]
        }
        let before = try #require(try end("receipt-uploaded"))
        let after = try #require(try end("subscription-renewed"))
        // The trial week is followed by a month, whichever month that is.
        #expect((28...31).contains((after.timeIntervalSince(before) / 86_400).rounded()))
    }

    @Test("A restart with the same folder still knows the customer, and buys only what is missing")
    func restart() async throws {
        let folder = try TemporaryFolder()
        _ = try await steps("--data", folder.url.path)
        let second = try await steps("--data", folder.url.path)
        let known = try step("customer-known", in: second)
        #expect(entitlements(known) == [Self.greenhouse: true, Self.posy: false])
        #expect(
            try step("purchases-restored", in: second)[array: "products"]?.contains(.string(Self.greenhouse)) == true
        )
        let bought = second.filter { $0[string: "step"] == "purchase-made" }.map { $0[string: "productId"] }
        #expect(bought == [Self.posy])
    }

    @Test("A taken port ends it with a message that names the port", arguments: ["--store-port", "--server-port"])
    func takenPort(_ option: String) async throws {
        let folder = try TemporaryFolder()
        let listener = try LoopbackListener()
        let outcome = try await Tool.run("demo", "--once", "--data", folder.url.path, option, String(listener.port))
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("purser: "))
        #expect(outcome.errors.contains(String(listener.port)))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("A number that no port has makes no sense", arguments: ["--store-port", "--server-port"])
    func noPort(_ option: String) async throws {
        let outcome = try await Tool.run("demo", "--once", option, "70000")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("\(option): 70000 is no port"))
    }

    @Test("A folder that is a file ends it with a message")
    func folderIsFile() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Tool.run("demo", "--once", "--data", try folder.emptyFile("file").path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("purser: "))
    }

    @Test("What is used up gives no access, and was bought all the same")
    func consumable() async throws {
        let folder = try TemporaryFolder()
        let catalogue = folder.file("seeds.storekit").path
        let product = "com.example.seeds:consumable:0.99"
        #expect(try await Tool.run("storekit", "new", catalogue, "--product", product).status == 0)
        let data = folder.file("data").path
        let outcome = try await Tool.run("demo", "--once", "--catalogue", catalogue, "--data", data)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let told = outcome.lines.filter { $0.contains("com.example.seeds  ") }
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        #expect(told == ["✓ com.example.seeds bought", "✗ com.example.seeds revoked, refunded"])
    }

    @Test("A catalogue that is none ends it with a message", arguments: ["", "{", "[]", "{\"products\":7}"])
    func damagedCatalogue(_ content: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("broken.storekit", content: Data(content.utf8))
        let outcome = try await Tool.run("demo", "--once", "--data", folder.url.path, "--catalogue", file.path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("purser: "))
    }

    @Test("Without a terminal there is no colour")
    func noColour() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Tool.run("demo", "--once", "--data", folder.url.path)
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(outcome.output.contains(folder.url.path))
    }
}
