import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications by one command", .timeLimit(.minutes(15)))
struct NotificationCauseRouteTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester(store: try SampleShop.open(codeOffers: ["For All"])) }

    private func cause(_ name: String, _ more: String = "") async throws -> RouteTester.Answer {
        let parts = name.split(separator: "/")
        let subtype = parts.count == 2 ? #","subtype":"\#(parts[1])""# : ""
        let body = #"{"type":"\#(parts[0])"\#(subtype)\#(more)}"#
        return try await tester.ask(.post, "/control/notifications/cause", body)
    }

    @Test("Each of the table arrives, signed so that our verifier accepts it", arguments: NotificationCause.allNames)
    func table(name: String) async throws {
        let delivery = tester.server.notifications
        delivery.destination = URL(string: "http://127.0.0.1:9/hook")
        let answer = try await cause(name)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["isSent"] == true)
        #expect(answer.json[array: "steps"]?.isEmpty == false)
        await delivery.deliverPending()
        let told = try #require(answer.json[array: "notifications"]).compactMap(\.object)
        #expect(delivery.finished.map(\.id) == told.compactMap { $0[string: "notificationUUID"] })
        let store = store
        let verifier = SignedDataVerifier(
            policy: store.trustPolicy,
            apps: [AppIdentity(bundleID: SampleShop.app.bundleID, appAppleID: SampleShop.app.appAppleID)],
            environments: [.sandbox],
            now: { store.now }
        )
        for sent in delivery.finished {
            let verified = try verifier.verify(signedPayload: sent.signedPayload)
            #expect(verified.notificationUUID == sent.id)
            #expect(verified.payload.notificationType == sent.type)
            #expect(verified.payload.subtype == sent.subtype)
            let isAboutToken = sent.type == .externalPurchaseToken
            #expect((verified.appTransaction != nil) == (sent.type == .rescindConsent))
            let isSummary = sent.type == .renewalExtension && sent.subtype == .summary
            #expect((verified.transaction == nil) == (isAboutToken || isSummary || sent.type == .rescindConsent))
            if isAboutToken {
                let token = verified.payload.json[object: "externalPurchaseToken"]
                #expect(token?[string: "externalPurchaseId"]?.hasPrefix("SANDBOX") == true)
                #expect(token?[string: "tokenType"] == "SERVICES")
                #expect(verified.payload.json["data"] == nil)
            }
        }
    }

    @Test("It says when nothing is sent, and refuses what cannot be")
    func refusals() async throws {
        let bought = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        let answer = try await cause("REFUND", #","transactionId":"\#(bought)""#)
        #expect(answer.json["isSent"] == false)
        #expect(try store.transaction(bought).revocationDate == store.now)
        let again = try await cause("REFUND", #","transactionId":"\#(bought)""#)
        #expect(again.status == 409)
        #expect(again.errorCode == "invalid-state")
        #expect(try await cause("GARDENING").status == 400)
        #expect(try await cause("REFUND", #","transactionId":"12""#).status == 404)
        #expect(try await cause("REFUND", #","acount":"flora""#).errorCode == "invalid-body")
        #expect(try await tester.ask(.post, "/control/notifications/cause").errorCode == "invalid-body")
    }

    @Test("Notifications are listed by account and by transaction")
    func listed() async throws {
        tester.server.notifications.destination = URL(string: "http://127.0.0.1:9/hook")
        try store.createAccount(id: "fern")
        let first = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        try store.buy(productID: SampleShop.seeds, account: "fern")
        await tester.server.notifications.deliverPending()
        try store.advance(by: 40 * 86_400)
        func accounts(_ query: String) async throws -> [String] {
            let record = NotificationsRecord(json: try await tester.ask(.get, "/control/notifications?\(query)").json)
            return (record.finished + record.waiting).compactMap(\.account)
        }
        #expect(try await accounts("") == ["flora", "fern", "flora"])
        #expect(try await accounts("account=fern") == ["fern"])
        #expect(try await accounts("transactionId=\(first.transactionID)") == ["flora", "flora"])
    }

    @Test("Who asks to deliver hears what was delivered before")
    func delivered() async throws {
        let delivery = tester.server.notifications
        delivery.destination = URL(string: "http://127.0.0.1:9/hook")
        try store.setFault(StoreFault(.notificationLost, times: 1))
        for _ in 1...3 { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        await delivery.deliverPending()
        let report = DeliveryRecord(json: try await tester.ask(.post, "/control/notifications/deliver").json)
        #expect(report.attempts.isEmpty)
        #expect(report.delivered == 2)
        #expect(report.givenUp == 0)
        #expect(report.waiting == 1)
        #expect(report.nextAttemptDate == store.now.addingTimeInterval(3_600))
        let counts = try await tester.ask(.get, "/control/state").json[object: "notifications"]
        #expect(counts?[integer: "finishedCount"] == 2)
        #expect(counts?[integer: "waitingCount"] == 1)
    }
}
