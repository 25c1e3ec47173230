import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The App Store Server API")
struct ServerAPIRouteTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = ""
    ) async throws -> RouteTester.Answer {
        let token = try TokenMaker(tester.server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: tester.time.now)
            .token()
        return try await tester.ask(method, path, body, headers: [.authorization: "Bearer \(token)"])
    }

    @Test("Who shows no token is answered in plain text, as Apple does", arguments: ["", "Bearer x", "Basic eDp5"])
    func unauthenticated(header: String) async throws {
        let answer = try await tester.ask(.get, "/inApps/v1/transactions/1", headers: [.authorization: header])
        #expect(answer.status == 401)
        #expect(answer.text.hasPrefix("Unauthenticated"))
    }

    @Test("A history is paged, and a transaction that is refunded later comes again")
    func history() async throws {
        let first = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        for _ in 1...24 { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        try store.advance(by: 86_400)
        let path = "/inApps/v2/history/\(first.transactionID)"
        let page = try await ask(.get, path).json
        #expect(page[array: "signedTransactions"]?.count == 20)
        #expect(page["hasMore"] == true)
        #expect(page["bundleId"] == .string(SampleShop.app.bundleID))
        #expect(page["environment"] == "Sandbox")
        let revision = try #require(page[string: "revision"])
        let rest = try await ask(.get, "\(path)?revision=\(revision)").json
        #expect(rest[array: "signedTransactions"]?.count == 5)
        #expect(rest["hasMore"] == false)
        let last = try #require(rest[string: "revision"])
        #expect(try await ask(.get, "\(path)?revision=\(last)").json[array: "signedTransactions"] == [])
        try store.refund(transactionID: first.transactionID)
        let news = try await ask(.get, "\(path)?revision=\(last)").json
        #expect(news[array: "signedTransactions"]?.count == 1)
        #expect(try await ask(.get, "\(path)?revision=\(last)&sort=DESCENDING").json["errorCode"] == 4_000_005)
        let refunds = try await ask(.get, "/inApps/v2/refund/lookup/\(first.transactionID)").json
        #expect(refunds[array: "signedTransactions"]?.count == 1)
    }

    @Test(
        "A history is filtered",
        arguments: [
            ("productType=CONSUMABLE", 1), ("productType=CONSUMABLE&productType=AUTO_RENEWABLE", 2),
            ("productId=\(SampleShop.greenhouse)", 1), ("revoked=True", 1), ("revoked=False", 2),
            ("excludeRevoked=true", 2), ("inAppOwnershipType=FAMILY_SHARED", 0), ("startDate=4102444800000", 0),
            ("endDate=1", 0), ("subscriptionGroupIdentifier=none", 0), ("sort=DESCENDING", 3),
        ]
    )
    func filters(query: String, count: Int) async throws {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        let refunded = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try store.refund(transactionID: refunded.transactionID)
        let answer = try await ask(.get, "/inApps/v2/history/\(id)?\(query)").json
        #expect(answer[array: "signedTransactions"]?.count == count)
    }

    @Test(
        "What is wrong has Apple's code, and nothing has changed",
        arguments: [
            (HTTPRequest.Method.get, "v1/transactions/1", "", 404, 4_040_010),
            (.get, "v1/transactions/x", "", 400, 4_000_006), (.get, "v2/history/1", "", 404, 4_040_010),
            (.get, "v2/history/ID?sort=UP", "", 400, 4_000_021), (.get, "v2/history/ID?revision=x", "", 400, 4_000_005),
            (.get, "v2/history/ID?productType=CAR", "", 400, 4_000_022),
            (.get, "v2/history/ID?startDate=x", "", 400, 4_000_015),
            (.get, "v2/history/ID?endDate=x", "", 400, 4_000_016),
            (.get, "v2/history/ID?startDate=2&endDate=1", "", 400, 4_000_013),
            (.get, "v2/history/ID?revoked=x", "", 400, 4_000_030),
            (.get, "v2/history/ID?inAppOwnershipType=x", "", 400, 4_000_026),
            (.get, "v1/subscriptions/ID?status=6", "", 400, 4_000_031),
            (.put, "v1/subscriptions/extend/ID", "{}", 400, 4_000_009),
            (.put, "v1/subscriptions/extend/ID", #"{"extendByDays":91}"#, 400, 4_000_009),
            (.put, "v1/subscriptions/extend/ID", #"{"extendByDays":1,"extendReasonCode":4}"#, 400, 4_000_010),
            (.put, "v1/subscriptions/extend/ID", #"{"extendByDays":1,"extendReasonCode":1}"#, 400, 4_000_011),
            (.put, "v1/subscriptions/extend/ID", "{", 400, 4_000_000),
            (.get, "v1/notifications/test/x", "", 400, 4_000_020),
            (.get, "v1/notifications/test/00000000-0000-4000-8000-000000000001", "", 404, 4_040_008),
            (.post, "v1/notifications/test", "", 404, 4_040_007),
            (.post, "v1/notifications/history", "{}", 400, 4_000_015),
            (.post, "v1/notifications/history", #"{"startDate":1}"#, 400, 4_000_016),
            (.post, "v1/notifications/history", #"{"startDate":2,"endDate":1}"#, 400, 4_000_013),
            (.post, "v1/notifications/history", #"{"startDate":1,"endDate":2}"#, 400, 4_000_012),
        ]
    )
    func refused(method: HTTPRequest.Method, path: String, body: String, status: Int, code: Int64) async throws {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        let before = store.engine
        let answer = try await ask(method, "/inApps/" + path.replacingOccurrences(of: "ID", with: id), body)
        #expect(answer.status == status)
        #expect(answer.json[integer: "errorCode"] == code)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(store.engine == before)
    }

    @Test("Each environment knows its own transactions only")
    func environments() async throws {
        let id = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        #expect(try await ask(.get, "/sandbox/inApps/v1/transactions/\(id)").status == 200)
        let production = try await ask(.get, "/production/inApps/v1/transactions/\(id)")
        #expect(production.status == 404)
        #expect(production.json["errorCode"] == 4_040_010)
    }

    @Test("An order's number is short, and leads back to what was bought", arguments: ["0", "2000000758607537", "7"])
    func orders(id: String) throws {
        let text = try #require(OrderID(transactionID: id).text)
        #expect(text.hasPrefix("M") && text.count <= 12)
        #expect(OrderID(text)?.transactionID == id)
        #expect(OrderID(text.lowercased())?.transactionID == id)
    }

    @Test("What is no order's number is none", arguments: ["", "M", "X12", "M-1", "M+1", "M 1", "MZZZZZZZZZZZZZZZZ"])
    func noOrder(text: String) {
        #expect(OrderID(text) == nil)
    }
}
