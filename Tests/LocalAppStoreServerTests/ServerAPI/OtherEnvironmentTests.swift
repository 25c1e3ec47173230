import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// A store of the sandbox, asked as the production server: nothing is there, and everything else is as usual.
@Suite("The App Store Server API of the environment that the store is not in")
struct OtherEnvironmentTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }
    private static let uuid = "5a5a0000-0000-4000-8000-000000000001"

    init() throws { tester = try RouteTester() }

    private func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws
        -> RouteTester.Answer
    {
        let token = try TokenMaker(tester.server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: tester.time.now)
            .token()
        return try await tester.ask(method, path, body, headers: [.authorization: "Bearer \(token)"])
    }

    private static let extensionBody = #"{"extendByDays":1,"extendReasonCode":1,"requestIdentifier":"a"}"#

    @Test(
        "What is wrong is found first, and then there is nothing",
        arguments: [
            (HTTPRequest.Method.post, "v1/notifications/test", "", 404, 4_040_007),
            (.get, "v1/notifications/test/\(uuid)", "", 404, 4_040_008),
            (.get, "v1/notifications/test/x", "", 400, 4_000_020),
            (.post, "v1/notifications/history", "{}", 400, 4_000_015),
            (.get, "v1/messaging/realtime/url", "", 404, 4_040_021),
            (.get, "v1/messaging/default/\(SampleShop.posy)/en-US", "", 404, 4_040_020),
            (.delete, "v1/messaging/image/\(uuid)", "", 404, 4_040_014),
            (.get, "v1/subscriptions/extend/mass/\(SampleShop.posy)/none", "", 404, 4_040_009),
            (.put, "v1/subscriptions/extend/1", extensionBody, 404, 4_040_005),
            (.put, "v1/subscriptions/extend/1", "{}", 400, 4_000_009),
            (.get, "v1/transactions/x1", "", 400, 4_000_006), (.get, "v1/transactions/ID", "", 404, 4_040_010),
            (.get, "v2/history/ID", "", 404, 4_040_010), (.get, "v2/history/ID?sort=UP", "", 400, 4_000_021),
            (.get, "v1/subscriptions/ID", "", 404, 4_040_010),
            (.put, "v2/transactions/consumption/ID", "{}", 404, 4_040_010),
        ]
    )
    func refused(method: HTTPRequest.Method, path: String, body: String, status: Int, code: Int64) async throws {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        let path = "/production/inApps/" + path.replacingOccurrences(of: "ID", with: id)
        let answer = try await ask(method, path, body)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.json[integer: "errorCode"] == code, "\(answer.text)")
    }

    @Test("Lists are empty, and an order is none")
    func empty() async throws {
        let end = store.now.millisecondsSince1970
        let history = try await ask(
            .post,
            "/production/inApps/v1/notifications/history",
            #"{"startDate":\#(end - 1_000),"endDate":\#(end)}"#
        )
        #expect(history.status == 200, "\(history.text)")
        #expect(history.json[array: "notificationHistory"] == [])
        #expect(try await ask(.get, "/production/inApps/v1/lookup/X").text == #"{"status":1}"#)
        for (kind, list) in [("image", "imageIdentifiers"), ("message", "messageIdentifiers")] {
            let answer = try await ask(.get, "/production/inApps/v1/messaging/\(kind)/list")
            #expect(answer.status == 200)
            #expect(answer.json[array: list] == [])
        }
    }

    @Test("Nothing of it is seen in the store's own environment")
    func apart() async throws {
        let before = store.engine
        let message = #"{"header":"Stay","body":"Flowers every week"}"#
        let path = "inApps/v1/messaging/message/\(Self.uuid)"
        #expect(try await ask(.put, "/production/\(path)", message).status == 200)
        let there = try await ask(.get, "/production/inApps/v1/messaging/message/list")
        #expect(there.json[array: "messageIdentifiers"]?.count == 1)
        #expect(
            try await ask(.get, "/sandbox/inApps/v1/messaging/message/list").json[array: "messageIdentifiers"] == []
        )
        #expect(store.engine == before)
    }

    @Test("It is the time of the store there, also after that went back")
    func time() async throws {
        let snapshot = try store.snapshot()
        try store.advance(by: 10 * 86_400)
        for _ in 1...2 {
            let end = store.now.millisecondsSince1970
            let range = #"{"startDate":\#(end - 1_000),"endDate":\#(end)}"#
            #expect(try await ask(.post, "/production/inApps/v1/notifications/history", range).status == 200)
            try store.restore(snapshot: snapshot)
        }
    }

    @Test("When the store changes its environment, they change places")
    func changed() async throws {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        #expect(try await ask(.get, "/production/inApps/v1/transactions/\(id)").status == 404)
        try store.updateSettings { $0.environment = .production }
        #expect(try await ask(.get, "/production/inApps/v1/transactions/\(id)").status == 200)
        #expect(try await ask(.get, "/sandbox/inApps/v1/transactions/\(id)").status == 404)
    }

    @Test("Without the key nobody is told anything")
    func stranger() async throws {
        #expect(try await tester.ask(.get, "/production/inApps/v1/lookup/X").status == 401)
    }
}
