import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "The verdict of outside judges on every notification",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct NotificationJudgeTests {
    private func cause(_ name: String) -> NotificationCause {
        let parts = name.split(separator: "/").map(String.init)
        return NotificationCause(
            NotificationType(rawValue: parts[0]),
            parts.count == 2 ? NotificationSubtype(rawValue: parts[1]) : nil
        )
    }

    @Test("Apple's library accepts each of the table", arguments: NotificationCause.allNames)
    func table(name: String) async throws {
        let store = try SampleShop.open(codeOffers: ["For All"])
        let wanted = cause(name)
        let events = try store.heard { try store.cause(wanted) }
        let event = try #require(
            events.first { $0.notification?.type == wanted.type && $0.notification?.subtype == wanted.subtype }
        )
        let signed = try #require(try store.signedNotification(for: event))
        try await Judges.withRoot(store.authority.jwsRootPEM) { root in
            let verdict = try await Judges.ask(
                "judge_notification.py",
                [root, SampleShop.app.bundleID, "Sandbox"],
                input: Data(signed.signedPayload.utf8)
            )
            #expect(verdict.status == 0, "\(name): \(verdict.errors)")
            let read = try #require(try JSONValue(parsing: verdict.output).object)
            #expect(read[string: "type"] == wanted.type.rawValue)
            #expect(read[string: "subtype"] == wanted.subtype?.rawValue)
            #expect(read[string: "uuid"] == signed.notificationUUID)
            switch wanted.type {
            case .externalPurchaseToken:
                let token = read[object: "externalPurchaseToken"]
                #expect(token?[string: "externalPurchaseId"]?.hasPrefix("SANDBOX") == true)
            case .rescindConsent:
                let account = try store.account(SampleShop.customer)
                #expect(read[object: "appData"]?[string: "appTransactionId"] == account.appTransactionID)
            default:
                let transaction = event.transaction?.transactionID ?? event.subscription?.latestTransactionID
                #expect(read[object: "transaction"]?[string: "transactionId"] == transaction)
            }
        }
    }

    @Test("An independent implementation reads the receipt in a notification of version 1")
    func versionOne() async throws {
        let store = try SampleShop.open()
        let events = try store.heard {
            try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            try store.advance(by: 40 * 86_400)
        }
        let made = try events.compactMap { try store.oldStyleNotification(for: $0) }
        #expect(made.map(\.type) == [.initialBuy, .didRenew, .didRenew])
        try await Judges.withRoot(store.authority.receiptRootPEM) { root in
            for notification in made {
                let verdict = try await Judges.ask(
                    "judge_notification_v1.py",
                    [root, String(store.now.millisecondsSince1970), "Sandbox"],
                    input: JSONValue.object(notification.body(password: "hush")).jsonData
                )
                #expect(verdict.status == 0, "\(verdict.errors)")
                let read = try #require(try JSONValue(parsing: verdict.output).object)
                #expect(read[string: "type"] == notification.type.rawValue)
                #expect(read["status"] == 0)
                #expect(read[string: "bundleId"] == SampleShop.app.bundleID)
                #expect(read["inReceipt"] == read["listed"])
            }
        }
    }
}
