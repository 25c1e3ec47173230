import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPTypes
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer
@testable import PurchaseServer

@Suite("Both versions of notifications side by side", .timeLimit(.minutes(15)))
struct OldStyleDeliveryTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }
    private var delivery: NotificationDelivery { tester.server.notifications }
    private let two = URL(string: "http://127.0.0.1:9/two")
    private let one = URL(string: "http://127.0.0.1:9/one")

    init() throws { tester = try RouteTester(sharedSecret: "hush") }

    private func bodies(at url: URL?) throws -> [JSONObject] {
        try tester.transport.posts.filter { $0.url == url }.compactMap { try JSONValue(parsing: $0.body).object }
    }

    @Test("Each address gets its version, and only what that version knows")
    func both() async throws {
        delivery.destination = two
        delivery.versionOneDestination = one
        let bought = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        try store.expire(originalTransactionID: bought.transactionID)
        await delivery.deliverPending()
        #expect(try bodies(at: two).count == 3)
        #expect(try bodies(at: two).allSatisfy { $0[string: "signedPayload"] != nil })
        let old = try bodies(at: one)
        #expect(old.map { $0[string: "notification_type"] } == ["INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS"])
        #expect(old.allSatisfy { $0[string: "password"] == "hush" })
    }

    @Test("One address alone is enough, and what has none makes none")
    func alone() async throws {
        delivery.versionOneDestination = one
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        await delivery.deliverPending()
        #expect(try bodies(at: one).count == 1)
        #expect(tester.transport.posts.count == 1)
        delivery.versionOneDestination = nil
        try store.advance(by: 40 * 86_400)
        delivery.versionOneDestination = one
        await delivery.deliverPending()
        #expect(tester.transport.posts.count == 1)
    }

    @Test("A test goes to the address of version 1 in version 2")
    func test() async throws {
        let answer = try await tester.ask(
            .put,
            "/control/notifications/destination",
            #"{"url":"http://127.0.0.1:9/one","version":1}"#
        )
        #expect(answer.json[string: "destinationV1"] == "http://127.0.0.1:9/one")
        #expect(answer.json["destination"] == .null)
        #expect(try await tester.ask(.post, "/control/notifications/test").status == 200)
        #expect(try bodies(at: one).first?[string: "signedPayload"] != nil)
    }

    @Test("In production version 1 is tried again after 6, 24 and 48 hours, and then given up")
    func schedule() async throws {
        delivery.versionOneDestination = one
        try store.setFault(StoreFault(.notificationLost))
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        let start = store.now
        try store.advance(by: 20 * 86_400)
        await delivery.deliverPending()
        let attempts = try #require(delivery.finished.first).attempts
        #expect(attempts.map { $0.date.timeIntervalSince(start) / 3_600 } == [0, 6, 30, 78])
    }

    @Test("What waits in one version holds up nothing of the other")
    func waiting() async throws {
        delivery.destination = two
        delivery.versionOneDestination = one
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        delivery.versionOneDestination = nil
        await delivery.deliverPending()
        #expect(tester.transport.posts.map(\.url) == [two])
        #expect(delivery.waiting.map(\.version) == [.one])
        #expect(!delivery.isDue)
        delivery.versionOneDestination = one
        await delivery.deliverPending()
        #expect(tester.transport.posts.map(\.url) == [two, one])
    }

    @Test("Both addresses and what waits for them survive a kill; the password is not written down")
    func kept() throws {
        let folder = try TemporaryFolder()
        let place = folder.file("store")
        let ids: [String]
        do {
            let server = try LocalStoreServer.flowerShop(in: place, time: tester.time)
            server.notifications.destination = two
            server.notifications.versionOneDestination = one
            try server.store.createAccount(id: "flora")
            try server.store.buy(productID: SampleShop.bouquet, account: "flora")
            ids = server.notifications.waiting.map(\.id)
        }
        #expect(ids.count == 2)
        let server = try LocalStoreServer.flowerShop(in: place, time: tester.time)
        #expect(server.notifications.destination == two)
        #expect(server.notifications.versionOneDestination == one)
        #expect(server.notifications.waiting.map(\.id) == ids)
        #expect(server.notifications.waiting.map(\.version) == [.two, .one])
        let log = try String(contentsOf: place.appendingPathComponent("notifications.jsonl"), encoding: .utf8)
        #expect(!log.contains("password"))
    }

    /// What a notification says but for what is signed anew each time.
    private func told(_ content: JSONObject?) -> JSONObject? {
        guard var content else { return nil }
        var unified = content[object: "unified_receipt"]
        unified?["latest_receipt"] = nil
        content[object: "unified_receipt"] = unified
        return content
    }

    @Test("Made only after a restart, they say what was true when it happened")
    func late() async throws {
        let folder = try TemporaryFolder()
        let place = folder.file("store")
        do {
            let server = try LocalStoreServer.flowerShop(in: place, time: tester.time)
            server.notifications.versionOneDestination = one
        }
        func play(_ store: LocalAppStore) throws {
            try store.createAccount(id: "flora")
            let causes: [(NotificationType, NotificationSubtype?)] = [
                (.didRenew, .billingRecovery), (.didChangeRenewalPref, .upgrade), (.refund, nil),
            ]
            for (type, subtype) in causes {
                try store.cause(NotificationCause(type, subtype, account: "flora"))
            }
        }
        let catalogue = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        // The store without its server: what happens has no notification, as after a kill.
        do {
            let start = TestAuthority.signingDate
            try play(
                try LocalAppStore.open(
                    folder: place,
                    configuration: catalogue,
                    app: SampleShop.app,
                    start: start,
                    compactsLog: false
                )
            )
        }
        let server = try LocalStoreServer.flowerShop(in: place, time: tester.time)
        await server.notifications.publishAll()
        // The same again, with notifications made one by one.
        let twin = LocalAppStore(
            configuration: catalogue,
            app: SampleShop.app,
            authority: server.store.authority,
            start: TestAuthority.signingDate,
            seed: 1
        )
        let events = try twin.heard { try play(twin) }
        let then = try events.compactMap { try twin.oldStyleNotification(for: $0) }.map(\.content)
        let late = server.notifications.waiting.map(\.content)
        #expect(late.count == then.count)
        #expect(late.count >= 5)
        for (late, then) in zip(late, then) { #expect(told(late) == told(then)) }
    }

    @Test("A purchase server reads the state from it")
    func purchaseServer() async throws {
        delivery.versionOneDestination = one
        let posy = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try store.advance(by: 8 * 86_400)
        let latest = try store.subscription(posy.transactionID).latestTransactionID
        try store.refund(transactionID: latest)
        await delivery.deliverPending()
        let bodies = try bodies(at: one)
        #expect(
            bodies.map { $0[string: "notification_type"] }
                == ["INITIAL_BUY", "DID_RENEW", "CANCEL", "DID_CHANGE_RENEWAL_STATUS"]
        )
        let reader = OldStyleNotificationReader(
            sharedSecret: AppSharedSecret("hush"),
            apps: [SampleShop.app.bundleID],
            environments: [.sandbox]
        )
        let renewed = try reader.read(bodies[1], receivedAt: store.now)
        #expect(renewed.type == "DID_RENEW")
        #expect(renewed.facts.purchases.map(\.transactionID).sorted() == [posy.transactionID, latest].sorted())
        #expect(renewed.facts.purchases.allSatisfy { $0.revocationDate == nil })
        #expect(renewed.latestReceipt != nil)
        let cancelled = try reader.read(bodies[2], receivedAt: store.now)
        let refunded = try #require(cancelled.facts.purchases.first { $0.transactionID == latest })
        #expect(refunded.revocationDate == store.now)
        #expect(throws: (any Error).self) {
            try OldStyleNotificationReader(
                sharedSecret: AppSharedSecret("other"),
                apps: [SampleShop.app.bundleID],
                environments: [.sandbox]
            )
            .read(bodies[1], receivedAt: store.now)
        }
    }
}
