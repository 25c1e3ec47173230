import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "The verdict of outside judges",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct OutsideJudgeTests {
    @Test(
        "Apple's own server library accepts every notification and what is signed inside",
        arguments: [AppStoreEnvironment.sandbox, .production]
    )
    func appleLibrary(environment: AppStoreEnvironment) async throws {
        let store = try SampleShop.open(environment: environment)
        let events = try store.heard {
            let bought = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            try store.advance(by: 8 * 86_400)
            try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            try store.refund(transactionID: try store.subscription(bought.transactionID).latestTransactionID)
        }
        let made = try events.compactMap { try store.signedNotification(for: $0) }
        #expect(made.map(\.type) == [.subscribed, .didRenew, .oneTimeCharge, .refund, .didChangeRenewalStatus])
        try await Judges.withRoot(store.authority.jwsRootPEM) { root in
            for notification in made {
                let verdict = try await Judges.ask(
                    "judge_notification.py",
                    [root, SampleShop.app.bundleID, environment.rawValue, String(SampleShop.app.appAppleID)],
                    input: Data(notification.signedPayload.utf8)
                )
                #expect(verdict.status == 0, "\(notification.type): \(verdict.errors)")
                let read = try #require(try JSONValue(parsing: verdict.output).object)
                #expect(read[string: "type"] == notification.type.rawValue)
                #expect(read[string: "subtype"] == notification.subtype?.rawValue)
                #expect(read[string: "uuid"] == notification.notificationUUID)
                #expect(read[milliseconds: "signedDate"] == notification.date)
                let transaction = try #require(read[object: "transaction"])
                let id = try #require(transaction[string: "transactionId"])
                let known = try store.transaction(id)
                #expect(transaction[string: "productId"] == known.productID)
                #expect(transaction[string: "type"] == known.productType.rawValue)
                #expect(transaction[milliseconds: "expiresDate"] == known.expiresDate)
                #expect((read[object: "renewal"] != nil) == (known.productType == .autoRenewableSubscription))
            }
        }
    }

    @Test("Apple's own clients of the App Store Server API get what they ask for", arguments: ["sync", "async"])
    func serverAPI(kind: String) async throws {
        let store = try SampleShop.open()
        let folder = try TemporaryFolder()
        let server = LocalStoreServer(
            store: store,
            notificationURL: URL(string: "http://127.0.0.1:9/hook"),
            transport: RecordingTransport()
        )
        let key = folder.file("key.p8")
        try Data(server.serverAPIKey.pem.utf8).write(to: key)
        let first = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        for _ in 1...45 { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        let refunded = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try store.advance(by: 86_400)
        try store.refund(transactionID: refunded.transactionID)
        let due = try store.subscription(first.transactionID).expiresDate
        let order = try #require(OrderID(transactionID: first.transactionID).text)
        let verdict = try await withRunning(server) { url in
            try await Judges.ask(
                "judge_server_api.py",
                [
                    kind, url.absoluteString, key.path, server.serverAPIKey.keyID, server.serverAPIKey.issuerID,
                    SampleShop.app.bundleID, first.transactionID, order, String(store.now.millisecondsSince1970),
                    SampleShop.bouquet,
                ]
            )
        }
        #expect(verdict.status == 0, "\(verdict.errors)")
        let read = try #require(try JSONValue(parsing: verdict.output).object)
        #expect(read["info"] == 3)
        #expect(read["history"] == [3, 47, 47])
        #expect(read["newer"] == 0)
        #expect(read["consumables"] == 45)
        #expect(read["refunds"] == 1)
        #expect(read["environment"] == "Sandbox")
        #expect(read["statuses"] == [[1]])
        #expect(read["expired"] == 0)
        #expect(read["extended"] == true)
        #expect(read[milliseconds: "effectiveDate"] == due.addingTimeInterval(3 * 86_400))
        #expect(read["test"] == "SUCCESS")
        // Bought 47 times, refunded, extended, tested.
        #expect(read["notifications"] == [3, 50, 50])
        #expect(read["order"] == [0, 1])
        #expect(read["unknownOrder"] == 1)
        #expect(read["unauthenticated"] == [401, .null])
        #expect(read["unknown"] == [404, 4_040_010])
        #expect(read["invalid"] == [400, 4_000_006])
        #expect(read["appTransaction"] == 3)
        #expect(read["token"] == [.null, [400, 4_000_183]])
        #expect(
            read["consumption"] == [
                .null, [400, 4_000_035], [400, 4_000_033], [400, 4_000_032], .null, [400, 4_000_035], [400, 4_000_000],
            ]
        )
        #expect(
            read["mass"] == [
                "outage", true, 1, 0, [400, 4_000_027], [400, 4_000_028], [400, 4_000_023], [400, 4_000_011],
                [404, 4_040_009],
            ]
        )
        #expect(read["extendedThrice"] == [403, 4_030_005])
        // The subscription alone changed since the last revision.
        #expect(read["changed"] == 1)
        #expect(try store.transaction(first.transactionID).isFinished)
    }

    @Test("Apple's own server library refuses a notification under another root, or for another app")
    func appleLibraryRefuses() async throws {
        let store = try SampleShop.open()
        let events = try store.heard {
            try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        }
        let event = try #require(events.first)
        let notification = try #require(try store.signedNotification(for: event))
        let input = Data(notification.signedPayload.utf8)
        let foreign = try TestAuthority.foreign.get().jwsRootPEM
        let verdict = try await Judges.withRoot(foreign) { root in
            try await Judges.ask("judge_notification.py", [root, SampleShop.app.bundleID, "Sandbox"], input: input)
        }
        #expect(verdict.status != 0)
        #expect(verdict.errors.contains("VerificationException"))
        let otherApp = try await Judges.withRoot(store.authority.jwsRootPEM) { root in
            try await Judges.ask("judge_notification.py", [root, "com.example.other", "Sandbox"], input: input)
        }
        #expect(otherApp.status != 0)
    }
}
