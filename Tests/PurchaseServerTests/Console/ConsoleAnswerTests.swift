import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What the console asks besides what servers ask")
struct ConsoleAnswerTests {
    private static let start = Purchases.start

    /// A month that was paid for and taken back ten days later; both are known since it was.
    private func refunded(_ server: PurchaseServerApplication) async throws {
        let bought = Purchases.fact("chain", at: Self.start)
        var refunded = bought
        refunded.revocationDate = Self.start + 10 * 86_400
        refunded.statedDate = Self.start + 11 * 86_400
        try await server.storage.upload([bought], by: "anna", at: Self.start)
        try await server.storage.upload([refunded], by: "anna", at: Self.start + 11 * 86_400)
    }

    private func moment(_ client: any TestClientProtocol, _ query: String) async throws -> JSONObject {
        let answer = try await client.get("/v1/customers/anna/history\(query)")
        #expect(answer.status == 200)
        return try #require(answer.json[object: "moment"])
    }

    @Test("A past moment is told as it was known then, or as it is known now, with the statements that decide")
    func history() async throws {
        let world = try World()
        world.clock.withLock { $0 = Self.start + 100 * 86_400 }
        try await world.test { client, server in
            try await refunded(server)
            let at = Int64((Self.start + 10.5 * 86_400).timeIntervalSince1970 * 1_000)
            let then = try await moment(client, "?at=\(at)")
            let entitlement = try #require(then[array: "entitlements"]?.first?.object)
            #expect(then[string: "known"] == "then")
            #expect(entitlement[boolean: "isEntitled"] == true)
            let deciding = try #require(entitlement[array: "decidedBy"]?.first?.object)
            #expect(deciding[string: "transactionId"] == "chain-1")
            #expect(deciding[milliseconds: "signedDate"] == Self.start)
            let now = try await moment(client, "?at=\(at)&known=now")
            #expect(now[array: "entitlements"]?.first?.object?[boolean: "isEntitled"] == false)
            let before = try await moment(client, "?at=0")
            #expect(before[array: "entitlements"]?.isEmpty == true)
            for query in ["?at=x", "?at=-1", "?known=soon"] {
                let answer = try await client.get("/v1/customers/anna/history\(query)")
                #expect(answer.errorCode == "invalid-value", "\(query)")
            }
            #expect(try await client.get("/v1/customers/nobody/history").errorCode == "unknown-customer")
        }
    }

    @Test("What is stated again later was known before, too")
    func restated() async throws {
        let world = try World()
        world.clock.withLock { $0 = Self.start + 100 * 86_400 }
        try await world.test { client, server in
            let bought = Purchases.fact("chain", at: Self.start)
            var again = bought
            again.statedDate = Self.start + 60 * 86_400
            try await server.storage.upload([bought], by: "anna", at: Self.start)
            try await server.storage.notify("again", [again], at: again.statedDate)
            for (day, stated) in [(5.0, bought.statedDate), (70, again.statedDate)] {
                let at = Int64((Self.start + day * 86_400).timeIntervalSince1970 * 1_000)
                let entitlement = try await moment(client, "?at=\(at)")[array: "entitlements"]?.first?.object
                #expect(entitlement?[boolean: "isEntitled"] == (day < 30), "day \(day)")
                let deciding = entitlement?[array: "decidedBy"]?.first?.object
                #expect(deciding?[milliseconds: "signedDate"] == stated, "day \(day)")
            }
            let history = try await client.get("/v1/customers/anna/history")
            let told = history.json[array: "transactions"]?.compactMap { $0.object?[milliseconds: "signedDate"] } ?? []
            #expect(Set(told) == [bought.statedDate, again.statedDate])
        }
    }

    @Test("Notifications about a customer's purchases are in the history, the newest first")
    func notifications() async throws {
        try await World().test { client, server in
            let fact = Purchases.fact("chain", at: Self.start)
            try await server.storage.upload([fact], by: "anna", at: Self.start)
            for (index, name) in ["one", "two"].enumerated() {
                let notification = Purchases.notification(name, [fact], at: Self.start + Double(index))
                _ = try await server.storage.save(notification) { _ in nil }
            }
            let answer = try await client.get("/v1/customers/anna/history")
            let found = answer.json[array: "notifications"]?.compactMap { $0.object?[string: "id"] }
            #expect(found == ["two", "one"])
        }
    }

    @Test("A customer is found by any transaction of a purchase")
    func search() async throws {
        try await World().test { client, server in
            for (name, chain) in [("anna", "a"), ("ben", "b")] {
                let facts = [
                    Purchases.fact(chain, transaction: "\(chain)-1", at: Self.start),
                    Purchases.fact(chain, transaction: "\(chain)-2", at: Self.start + 30 * 86_400),
                ]
                try await server.storage.upload(facts, by: try #require(CustomerID(name)), at: Self.start)
            }
            let found = { (query: String) in
                try await client.get("/v1/customers?\(query)").json[array: "customers"]?
                    .compactMap { $0.object?[string: "customer"] }
            }
            #expect(try await found("transactionId=b-2") == ["ben"])
            #expect(try await found("transactionId=a-1") == ["anna"])
            #expect(try await found("transactionId=c-1") == [])
        }
    }

    @Test("Notifications are told as they came: verified, repeated, refused and by which rule")
    func inspector() async throws {
        let world = try World()
        try await world.test { client, _ in
            let body = try NotificationSample.body(.subscribed, at: TestAuthority.signingDate)
            _ = try await client.post("/apple/notifications", body)
            _ = try await client.post("/apple/notifications", body)
            _ = try await client.post("/apple/notifications", #"{"signedPayload":"a.b.c"}"#)
            let told = try #require(try await client.get("/v1/activity").json[array: "notifications"])
                .compactMap(\.object)
            #expect(told.map { $0[string: "outcome"] } == ["refused", "repeated", "verified"])
            #expect(told[0][string: "code"] == "notification-not-accepted")
            #expect(told[0][string: "rule"] != nil)
            #expect(told.map { $0[string: "type"] } == [nil, "SUBSCRIBED", "SUBSCRIBED"])
            #expect(told[1][string: "environment"] == "Sandbox")
            #expect(told[1][string: "originalTransactionId"] == told[2][string: "originalTransactionId"])
            #expect(told[1][string: "originalTransactionId"] != nil)
            for _ in 0...NotificationLog.maximumCount { _ = try await client.post("/apple/notifications", "{}") }
            let most = try await client.get("/v1/activity").json[array: "notifications"]?.count
            #expect(most == NotificationLog.maximumCount)
        }
    }

    @Test("A notification is inspected rule by rule, with what is signed inside; what is refused says by which rule")
    func inspection() async throws {
        try await World().test { client, _ in
            let place = "/v1/activity/notifications"
            _ = try await client.post(
                "/apple/notifications",
                try NotificationSample.body(.refund, at: TestAuthority.signingDate)
            )
            _ = try await client.post(
                "/apple/notifications",
                try NotificationSample.body(.refund, at: TestAuthority.signingDate, by: TestAuthority.foreign)
            )
            _ = try await client.post("/apple/notifications", #"{"notification_type":"CANCEL","password":"guess"}"#)
            _ = try await client.post("/apple/notifications", "no JSON")

            let good = try #require(try await client.get("\(place)/1").json[object: "document"])
            #expect(good[boolean: "isValid"] == true)
            #expect(good[object: "payload"]?[string: "notificationType"] == "REFUND")
            let parts = good[array: "parts"]?.compactMap(\.object) ?? []
            #expect(parts.map { $0[string: "member"] } == ["data.signedTransactionInfo"])
            #expect(outcomes(good).values.allSatisfy { $0 != "failed" })
            #expect(outcomes(parts[0])["same-app"] == "passed")

            let forged = try #require(try await client.get("\(place)/2").json[object: "document"])
            #expect(forged[boolean: "isValid"] == false)
            #expect(outcomes(forged)["signature"] == "failed")
            #expect(forged["payload"] == nil)
            #expect(forged[string: "jws"]?.isEmpty == false)

            let old = try await client.get("\(place)/3").json
            #expect(old[string: "type"] == "CANCEL")
            #expect(old[object: "document"]?[string: "kind"] == "version1")
            #expect(outcomes(try #require(old[object: "document"]))["password"] == "failed")
            #expect(!JSONValue.object(old).serialized().contains("guess"))

            let damaged = try await client.get("\(place)/4").json[object: "document"]
            #expect(damaged?[string: "text"] == "no JSON")
            for number in ["5", "0", "x"] {
                #expect(try await client.get("\(place)/\(number)").errorCode == "unknown-notification", "\(number)")
            }
        }
    }

    /// By rule.
    private func outcomes(_ document: JSONObject) -> [String: String] {
        let checks = document[array: "checks"]?.compactMap(\.object) ?? []
        return Dictionary(
            checks.compactMap { check in check[string: "rule"].map { ($0, check[string: "outcome"] ?? "") } },
            uniquingKeysWith: { $1 }
        )
    }

    @Test("What was sent to webhooks about a customer stands in the history, by any name, the newest first")
    func deliveries() async throws {
        var world = try World()
        world.configuration.allowsPrivateWebhooks = true
        try await world.test { client, server in
            let made = try await client.post("/v1/webhooks", #"{"address":"http://127.0.0.1:9/hook"}"#)
            let hook = try #require(made.json[string: "id"])
            let fact = Purchases.fact("chain", at: Self.start)
            try await server.storage.upload([fact], by: "anna", at: Self.start)
            try await server.storage.upload([Purchases.fact("other", at: Self.start)], by: "ben", at: Self.start)
            #expect(try await client.post("/v1/customers/anna/aliases", #"{"alias":"ann"}"#).status == 200)
            for name in ["anna", "ann"] {
                let history = try await client.get("/v1/customers/\(name)/history")
                let sent = history.json[array: "deliveries"]?.compactMap(\.object) ?? []
                #expect(sent.isEmpty == false, "\(name)")
                #expect(sent.allSatisfy { $0[string: "webhook"] == hook && $0[string: "state"] == "pending" })
                let events =
                    try await client.get("/v1/events?customer=anna").json[array: "events"]?
                    .compactMap { $0.object?[string: "id"] } ?? []
                #expect(Set(sent.compactMap { $0[string: "eventId"] }) == Set(events))
                #expect(sent.compactMap { $0[string: "eventId"] } == events.reversed())
            }
        }
    }

    @Test("The App Store's health is what came of the last question")
    func health() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            #expect(try await client.get("/v1/activity").json[array: "appStore"]?.isEmpty == true)
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let well = try #require(try await client.get("/v1/activity").json[array: "appStore"]?.first?.object)
            #expect(well[boolean: "isWell"] == true)
            #expect(well[integer: "failedCount"] == 0)
            #expect((well[integer: "answeredCount"] ?? 0) > 0)
        }
    }

    @Test("What the server is set up with is told without a secret")
    func settings() async throws {
        try await World().test { client, _ in
            let answer = try await client.get("/v1/settings")
            let app = try #require(answer.json[array: "apps"]?.first?.object)
            #expect(app[array: "bundleIds"]?.compactMap(\.string) == [SampleReceipt.bundleID])
            #expect(app[boolean: "asksServerApi"] == false)
            #expect(answer.json[array: "policies"]?.isEmpty == false)
            #expect(!JSONValue.object(answer.json).serialized().contains("hush"))
        }
    }

    @Test(
        "A test notification takes an app with a key",
        arguments: [
            #"{"bundleId":"com.example.app","environment":"Sandbox"}"#,
            #"{"bundleId":"com.example.other","environment":"Production"}"#,
            #"{"bundleId":"com.example.app","environment":"Xcode"}"#,
        ]
    )
    func noKey(body: String) async throws {
        try await World().test { client, _ in
            let asked = try await client.post("/v1/notification-tests", body)
            #expect(asked.errorCode == "app-store-not-asked")
            let looked = try await client.get("/v1/notification-tests/token")
            #expect(looked.errorCode == "app-store-not-asked")
            let empty = try await client.post("/v1/notification-tests", "{}")
            #expect(empty.errorCode == "invalid-body")
        }
    }
}
