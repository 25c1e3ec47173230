import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications that go astray", .timeLimit(.minutes(15)))
struct NotificationMishapTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }
    private var delivery: NotificationDelivery { tester.server.notifications }

    init() throws { tester = try .notifying() }

    /// What the receiver got, by product.
    private var arrived: [String] {
        tester.transport.posts.compactMap { post in
            let body = try? JSONValue(parsing: post.body).object
            let payload = body?[string: "signedPayload"].flatMap(Self.payload)
            let transaction = payload?[object: "data"]?[string: "signedTransactionInfo"].flatMap(Self.payload)
            return transaction?[string: "productId"]?.split(separator: ".").last.map(String.init)
        }
    }

    private static func payload(_ compact: String) -> JSONObject? {
        let parts = compact.split(separator: ".")
        guard parts.count == 3, let data = Base64.urlSafe(decoding: parts[1]) else { return nil }
        return (try? JSONValue(parsing: data))?.object
    }

    private func buy(_ products: String...) throws {
        for product in products { try store.buy(productID: product, account: SampleShop.customer) }
    }

    @Test("A lost one never arrives, and its history shows six attempts of the schedule")
    func lost() async throws {
        try store.setFault(StoreFault(.notificationLost, times: 1, parameters: .init(result: "NO_RESPONSE")))
        try buy(SampleShop.seeds, SampleShop.greenhouse)
        let start = store.now
        await delivery.deliverPending()
        #expect(arrived == ["greenhouse"])
        try store.advance(by: 7 * 86_400)
        await delivery.deliverPending()
        #expect(arrived == ["greenhouse"])
        let lost = try #require(delivery.finished.first { !$0.isDelivered })
        #expect(lost.attempts.map(\.result) == [NotificationSendResult](repeating: .noResponse, count: 6))
        let hours = lost.attempts.map { $0.date.timeIntervalSince(start) / 3_600 }
        #expect(hours == [0, 1, 13, 37, 85, 157])
        #expect(delivery.waiting == [])
    }

    @Test("The first attempts of one are lost, the next arrives")
    func lostAttempts() async throws {
        try store.setFault(StoreFault(.notificationLost, times: 1, parameters: .init(attempts: 2)))
        try buy(SampleShop.seeds)
        try store.advance(by: 13 * 3_600)
        await delivery.deliverPending()
        #expect(arrived == ["seeds"])
        #expect(delivery.finished.first?.attempts.map(\.result) == [.timedOut, .timedOut, .success])
    }

    @Test("A late one is sent when its time has come")
    func late() async throws {
        try store.setFault(StoreFault(.notificationLate, times: 1, parameters: .init(seconds: 600)))
        try buy(SampleShop.seeds, SampleShop.greenhouse)
        await delivery.deliverPending()
        #expect(arrived == ["greenhouse"])
        try store.advance(by: 599)
        await delivery.deliverPending()
        #expect(arrived == ["greenhouse"])
        try store.advance(by: 1)
        await delivery.deliverPending()
        #expect(arrived == ["greenhouse", "seeds"])
    }

    @Test("A duplicated one arrives twice with the same bytes")
    func duplicated() async throws {
        try store.setFault(StoreFault(.notificationDuplicated, times: 1))
        try buy(SampleShop.seeds, SampleShop.greenhouse)
        await delivery.deliverPending()
        #expect(arrived == ["seeds", "seeds", "greenhouse"])
        #expect(tester.transport.posts[0].body == tester.transport.posts[1].body)
        #expect(delivery.finished.map(\.attempts.count) == [1, 1])
    }

    @Test("One is overtaken by the next, or an hour late if there is none")
    func overtaken() async throws {
        try store.setFault(StoreFault(.notificationOvertaken, times: 1))
        try buy(SampleShop.seeds)
        await delivery.deliverPending()
        #expect(arrived == [])
        try buy(SampleShop.greenhouse)
        await delivery.deliverPending()
        #expect(arrived == ["greenhouse", "seeds"])
        try store.setFault(StoreFault(.notificationOvertaken, times: 1))
        try buy(SampleShop.season)
        await delivery.deliverPending()
        #expect(arrived.count == 2)
        try store.advance(by: 3_600)
        await delivery.deliverPending()
        #expect(arrived == ["greenhouse", "seeds", "season"])
    }

    @Test("What a fault decided is in the log, so that a kill changes nothing")
    func kept() throws {
        var notification = OutgoingNotification(
            id: "1",
            type: .refund,
            subtype: nil,
            date: Date(timeIntervalSince1970: 1_700_000_000),
            signedPayload: "a.b.c",
            eventNumber: 3
        )
        notification.lostAttempts = 2
        notification.lostResult = .tlsIssue
        notification.isDuplicated = true
        notification.isOvertaken = true
        notification.accountID = "flora"
        notification.transactionID = "2"
        notification.originalTransactionID = "1"
        let json = try #require(notification.logJSON.object)
        #expect(OutgoingNotification(json: json) == notification)
        var old = OutgoingNotification(
            id: "v1-1",
            type: .refund,
            subtype: nil,
            date: notification.date,
            signedPayload: ""
        )
        old.content = ["bid": "com.example"]
        #expect(OutgoingNotification(json: try #require(old.logJSON.object)) == old)
    }
}
