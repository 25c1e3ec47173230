import AppStoreModels
import AppStoreServerClient
import Foundation
import TestSupport
import Testing

@testable import purser

/// Every call of the list, asked of a running store by its folder alone.
@Suite("purser api, call by call", .tags(.slow), .timeLimit(.minutes(15)))
struct APICallTableTests {
    private static let bouquet = "com.example.flowershop.club.bouquet"
    private static let seeds = "com.example.flowershop.seeds"
    private static let image = "00000000-0000-4000-8000-000000000001"
    private static let message = "00000000-0000-4000-8000-000000000002"
    private static let absent = "00000000-0000-4000-8000-00000000000f"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a call must be answered with.
    private enum Expected {
        /// A member of the answer.
        case member(String)
        /// An answer without a body.
        case done
        /// One of the App Store's numbers: the call arrived, and was judged in the environment of the store.
        case refused(Int64)
    }

    /// One call and what it is answered with.
    private struct Call {
        let name: String
        let arguments: [String]
        let expected: Expected

        init(_ name: String, _ arguments: [String] = [], _ expected: Expected) {
            (self.name, self.arguments, self.expected) = (name, arguments, expected)
        }
    }

    /// Asks a store, and holds the answer against what is expected.
    @discardableResult
    private func ask(_ store: RunningStore, _ call: Call) async throws -> JSONObject {
        let line = ["api", call.name] + call.arguments + ["--json", "--local", store.folder.path]
        let outcome = try await Tool.run(line)
        let json = try JSONValue(parsing: outcome.output).object ?? [:]
        switch call.expected {
        case .member(let name):
            #expect(outcome.status == 0, "\(call.name): \(outcome.output)\(outcome.errors)")
            #expect(json[name] != nil, "\(call.name): \(outcome.output)")
        case .done: #expect(json == ["done": true], "\(call.name): \(outcome.output)\(outcome.errors)")
        case .refused(let code):
            #expect(outcome.status == 1, "\(call.name): \(outcome.output)")
            #expect(json[object: "error"]?[integer: "errorCode"] == code, "\(call.name): \(outcome.output)")
        }
        return json
    }

    @Test("A store of any environment answers every call of the list", arguments: ["sandbox", "production"])
    func all(environment: String) async throws {
        let options = ["--rate", "manual", "--environment", environment]
        try await withRunningStore(folder.url.appendingPathComponent("store"), options) { store in
            _ = try await store.tell("account", "flora")
            let bought = try await store.ask("buy", Self.bouquet, "--account", "flora")
            let id = try #require(bought[string: "transactionId"])
            let seeds = try await store.ask("buy", Self.seeds, "--account", "flora")
            let consumable = try #require(seeds[string: "transactionId"])
            let calls = Self.purchases(id, consumable) + Self.commerce(id) + (try messages(id))
            for call in calls { try await ask(store, call) }
            var names = calls.map(\.name)
            names += try await notifications(store)
            names += try await performance(store, id, isSandbox: environment == "sandbox")
            #expect(Set(names) == Set(ServerAPIEndpoint.all.map(\.name)))
        }
    }

    private static func purchases(_ id: String, _ consumable: String) -> [Call] {
        let extend = #"{"extendByDays":1,"extendReasonCode":1,"requestIdentifier":"one""#
        let token = #"{"appAccountToken":"7f2c1b0e-0000-4000-8000-000000000001"}"#
        let second = #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#
        let first = """
            {"customerConsented":true,"consumptionStatus":1,"platform":2,"sampleContentProvided":false,"deliveryStatus":0,\
            "appAccountToken":"","accountTenure":1,"playTime":1,"lifetimeDollarsRefunded":1,"lifetimeDollarsPurchased":1,\
            "userStatus":1}
            """
        return [
            Call("subscription-statuses", [id], .member("data")),
            Call("extend-renewal-date", [id, "--body", extend + "}"], .member("effectiveDate")),
            Call(
                "mass-extend-renewal-date",
                ["--body", extend + #","productId":"\#(bouquet)"}"#],
                .member("requestIdentifier")
            ),
            Call("mass-extension-status", [bouquet, "one"], .member("complete")),
            Call("transaction-history", [id], .member("signedTransactions")),
            Call("transaction-history-v1", [id], .member("signedTransactions")),
            Call("transaction-info", [id], .member("signedTransactionInfo")),
            Call("app-transaction-info", [id], .member("signedAppTransactionInfo")),
            Call("set-app-account-token", [id, "--body", token], .done),
            Call("finish-transaction", [id], .done),
            Call("send-consumption", [consumable, "--body", second], .done),
            Call("send-consumption-v1", [consumable, "--body", first], .done),
            Call("look-up-order", ["MNOSUCH"], .member("status")),
            Call("refund-history", [id], .member("signedTransactions")),
            Call("refund-history-v1", [id], .member("signedTransactions")),
        ]
    }

    private static func commerce(_ id: String) -> [Call] {
        let names = ["cancel", "change-metadata", "change-price", "migrate", "revoke", "request-refund"]
        // The first thing that is missing in an empty body; and what this store does not emulate, said in Apple's shape.
        return names.map { Call("advanced-commerce-\($0)", [id, "--body", "{}"], .refused(4_000_079)) } + [
            Call("claim-seat", [id, "--body", "{}"], .refused(4_040_000)),
            Call("unclaim-seat", [id, absent], .refused(4_040_000)), Call("seat-info", [id], .refused(4_040_000)),
        ]
    }

    private func messages(_ id: String) throws -> [Call] {
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        let file = folder.file("leaf.png")
        try #require(Data(base64Encoded: png)).write(to: file)
        let content = #"{"header":"Stay","body":"Roses next week"}"#
        let place = [Self.bouquet, "en-US"]
        return [
            Call("upload-image", [Self.image, "--body", file.path, "--query", "imageSize=FULL_SIZE"], .done),
            Call("image-list", [], .member("imageIdentifiers")), Call("delete-image", [Self.image], .done),
            Call("upload-message", [Self.message, "--body", content], .done),
            Call("message-list", [], .member("messageIdentifiers")),
            Call(
                "configure-default-message",
                place + ["--body", #"{"messageIdentifier":"\#(Self.message)"}"#],
                .refused(4_030_017)
            ),
            Call("default-message", place, .refused(4_040_020)),
            Call("delete-default-message", place, .refused(4_040_020)),
            Call("delete-message", [Self.message], .done),
        ]
    }

    /// - Returns: The calls that were asked.
    private func notifications(_ store: RunningStore) async throws -> [String] {
        try await ask(store, Call("test-notification", [], .refused(4_040_007)))
        _ = try await store.tell("notify", "http://127.0.0.1:9/hook")
        let begun = try await ask(store, Call("test-notification", [], .member("testNotificationToken")))
        _ = try await store.tell("notify", "--deliver")
        let token = try #require(begun[string: "testNotificationToken"])
        try await ask(store, Call("test-notification-status", [token], .member("sendAttempts")))
        let now = try #require(try await store.ask("clock")[milliseconds: "now"])
        let (start, end) = (now.addingTimeInterval(-86_400), now.addingTimeInterval(86_400))
        let period = #"{"startDate":\#(start.millisecondsSince1970),"endDate":\#(end.millisecondsSince1970)}"#
        try await ask(store, Call("notification-history", ["--body", period, "--all"], .member("notificationHistory")))
        return ["test-notification", "test-notification-status", "notification-history"]
    }

    /// Production has no performance tests, and takes no address before one has passed.
    ///
    /// - Returns: The calls that were asked.
    private func performance(_ store: RunningStore, _ id: String, isSandbox: Bool) async throws -> [String] {
        // The sandbox sends to it at once, and takes any address for that; production wants a public one.
        let host = isSandbox ? "http://127.0.0.1:9" : "https://example.com"
        let address = ["--body", #"{"realtimeURL":"\#(host)/retain"}"#]
        let start = ["--body", #"{"originalTransactionId":"\#(id)"}"#]
        if isSandbox {
            try await ask(store, Call("configure-realtime-url", address, .done))
            try await ask(store, Call("realtime-url", [], .member("realtimeURL")))
            let begun = try await ask(store, Call("start-performance-test", start, .member("requestId")))
            let request = try #require(begun[string: "requestId"])
            try await ask(store, Call("performance-test-result", [request], .member("result")))
            try await ask(store, Call("delete-realtime-url", [], .done))
        } else {
            try await ask(store, Call("configure-realtime-url", address, .refused(4_030_026)))
            try await ask(store, Call("realtime-url", [], .refused(4_040_021)))
            try await ask(store, Call("start-performance-test", start, .refused(4_000_211)))
            try await ask(store, Call("performance-test-result", [Self.absent], .refused(4_040_018)))
            try await ask(store, Call("delete-realtime-url", [], .refused(4_040_021)))
        }
        return [
            "configure-realtime-url", "realtime-url", "start-performance-test", "performance-test-result",
            "delete-realtime-url",
        ]
    }

    @Test("A store in Xcode's environment has no such calls, and says what to do")
    func xcode() async throws {
        let options = ["--rate", "manual", "--environment", "xcode"]
        try await withRunningStore(folder.url.appendingPathComponent("xcode"), options) { store in
            let arguments = ["api", "message-list", "--local", store.folder.path]
            let refused = try await Tool.run(arguments)
            #expect(refused.status != 0)
            #expect(refused.errors.contains("which has no servers to ask"), "\(refused.errors)")
            let advice = try #require(refused.errors.firstRange(of: "store settings environment=Sandbox"))
            #expect(!advice.isEmpty)
            _ = try await store.tell("settings", "environment=Sandbox")
            #expect(try await Tool.run(arguments).status == 0)
        }
    }

    @Test("A person reads of an order what its status means there, and of an unknown transaction what is left to do")
    func words() async throws {
        try await withRunningStore(folder.url.appendingPathComponent("words"), ["--rate", "manual"]) { store in
            let local = ["--local", store.folder.path]
            let order = try await Tool.run(["api", "look-up-order", "MNOSUCH"] + local)
            #expect(order.status == 0)
            #expect(order.output.contains("1 (no order of this app)"), "\(order.output)")
            #expect(!order.output.contains("active"))
            let unknown = try await Tool.run(["api", "transaction-info", "1"] + local)
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("the server has no other environment"), "\(unknown.errors)")
            #expect(!unknown.errors.contains("ask the other environment"))
            let elsewhere = try await Tool.run(["api", "transaction-info", "1", "--production"] + local)
            #expect(elsewhere.errors.contains("ask the other environment"), "\(elsewhere.errors)")
            let seats = try await Tool.run(["api", "seat-info", "1"] + local)
            #expect(seats.status == 1)
            #expect(seats.errors.contains("does not emulate GET"), "\(seats.errors)")
        }
    }
}
