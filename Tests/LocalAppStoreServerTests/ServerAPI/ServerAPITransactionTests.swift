import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Transactions by the App Store Server API")
struct ServerAPITransactionTests {
    private static let token = "7389A31A-FB6D-4569-A2A6-DB7D85D84813"

    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    private func payload(_ jws: String?) throws -> JSONObject {
        let parts = try #require(jws).split(separator: ".")
        let bytes = try #require(Base64.urlSafe(decoding: parts[1]))
        return try #require(try JSONValue(parsing: bytes).object)
    }

    @Test("An app account token is in the transaction from now on, and in the renewal and its notification")
    func appAccountToken() async throws {
        let id = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        let path = "v1/transactions/\(id)/appAccountToken"
        let answer = try await tester.api(.put, path, #"{"appAccountToken":"\#(Self.token)"}"#)
        #expect(answer.status == 200)
        #expect(answer.text.isEmpty)
        let info = try await tester.api(.get, "v1/transactions/\(id)").json
        let text = try payload(info[string: "signedTransactionInfo"])[string: "appAccountToken"]
        #expect(text?.uppercased() == Self.token)
        try store.advance(by: 40 * 86_400)
        let statuses = try await tester.api(.get, "v1/subscriptions/\(id)").json
        let last = try #require(statuses[array: "data"]?.first?.object?[array: "lastTransactions"]?.first?.object)
        for key in ["signedTransactionInfo", "signedRenewalInfo"] {
            #expect(try payload(last[string: key])[string: "appAccountToken"]?.uppercased() == Self.token)
        }
    }

    @Test("What cannot be named has its code, and nothing has changed")
    func refusedToken() async throws {
        try store.createAccount(id: "fern")
        try store.createFamily(id: "bloom", organizer: SampleShop.customer)
        try store.joinFamily(id: "bloom", account: "fern")
        let club = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        try store.advance(by: 40 * 86_400)
        let renewal = try store.subscription(club).latestTransactionID
        let shared = try #require(store.subscriptions(account: "fern").first).originalTransactionID
        let download = try store.account(SampleShop.customer).appTransactionID
        let good = #"{"appAccountToken":"\#(Self.token)"}"#
        let table: [(String, String, Int64)] = [
            (club, "{}", 4_000_183), (club, "", 4_000_183), (club, #"{"appAccountToken":"x"}"#, 4_000_183),
            (club, #"{"appAccountToken":""}"#, 4_000_183), (club, #"{"appAccountToken":null}"#, 4_000_183),
            (club, "{", 4_000_000), (shared, good, 4_000_185), (renewal, good, 4_000_187), ("x", good, 4_000_006),
            ("1", good, 4_040_010), (download, good, 4_000_048),
        ]
        let before = store.engine
        for (id, body, code) in table {
            let answer = try await tester.api(.put, "v1/transactions/\(id)/appAccountToken", body)
            #expect(answer.json[integer: "errorCode"] == code, "\(id) \(body)")
        }
        #expect(store.engine == before)
    }

    @Test("The app's own transaction is found by any identifier of the customer")
    func appTransaction() async throws {
        let id = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        let download = try store.account(SampleShop.customer).appTransactionID
        for any in [id, download] {
            let answer = try await tester.api(.get, "v1/transactions/appTransactions/\(any)").json
            let payload = try payload(answer[string: "signedAppTransactionInfo"])
            #expect(payload[string: "appTransactionId"] == download)
            #expect(payload[string: "bundleId"] == SampleShop.app.bundleID)
            #expect(payload[string: "receiptType"] == "Sandbox")
        }
        #expect(try await tester.api(.get, "v1/transactions/appTransactions/1").json["errorCode"] == 4_040_010)
        #expect(try await tester.api(.get, "v1/transactions/appTransactions/x").json["errorCode"] == 4_000_006)
    }

    @Test("Finishing has no body, and twice is once")
    func finish() async throws {
        let id = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        for _ in 1...2 {
            let answer = try await tester.api(.post, "v1/transactions/\(id)/finish")
            #expect(answer.status == 200)
            #expect(answer.text.isEmpty)
        }
        #expect(try store.transaction(id).isFinished)
        let download = try store.account(SampleShop.customer).appTransactionID
        #expect(try await tester.api(.post, "v1/transactions/\(download)/finish").json["errorCode"] == 4_000_048)
        #expect(try await tester.api(.get, "v1/transactions/\(download)").json["errorCode"] == 4_000_048)
    }

    @Test(
        "What is not emulated is said so in Apple's shape",
        arguments: [
            (HTTPRequest.Method.get, "/inApps/v1/nothing"), (.delete, "/inApps/v1/transactions/1"),
            (.get, "/production/inApps/v9/history/1"), (.get, "/inApps"), (.put, "/externalPurchase/v1/reports"),
        ]
    )
    func notEmulated(method: HTTPRequest.Method, path: String) async throws {
        let token = try TokenMaker(tester.server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: tester.time.now)
            .token()
        let answer = try await tester.ask(method, path, headers: [.authorization: "Bearer \(token)"])
        #expect(answer.status == 404)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.json["errorCode"] == 4_040_000)
        #expect(answer.json[string: "errorMessage"]?.contains("does not emulate \(method.rawValue) \(path)") == true)
    }

    @Test("A stranger is answered 401 before anything is said of the path", arguments: [nil, "Bearer a.b.c"])
    func strangers(authorization: String?) async throws {
        for path in ["/inApps/v1/nothing", "/production/inApps/v9/history/1", "/inApps/v1/transactions/1"] {
            let answer = try await tester.ask(.get, path, headers: authorization.map { [.authorization: $0] } ?? [:])
            #expect(answer.status == 401)
            #expect(answer.text.hasPrefix("Unauthenticated"))
        }
        #expect(try await tester.ask(.get, "/nothing").status == 404)
    }

    @Test("A body that is too long is a bad request, and nothing has changed")
    func tooLong() async throws {
        let tester = try RouteTester(configuration: StoreServerConfiguration(maximumControlBody: 100))
        let id = try tester.store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        let before = tester.store.engine
        let body = #"{"appAccountToken":"\#(String(repeating: "x", count: 200))"}"#
        let answer = try await tester.api(.put, "v1/transactions/\(id)/appAccountToken", body)
        #expect(answer.status == 400)
        #expect(answer.json["errorCode"] == 4_000_000)
        #expect(tester.store.engine == before)
    }
}
