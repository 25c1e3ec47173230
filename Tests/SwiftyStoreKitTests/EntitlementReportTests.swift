import AppReceipt
import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("The full state of every product")
struct EntitlementReportTests {
    /// An answer of `verifyReceipt` as of 1,000 seconds.
    private func receipt(_ items: [[String: Any]], pending: [[String: Any]] = []) throws -> ReceiptInfo {
        let answer: [String: Any] = [
            "status": 0, "environment": "Sandbox", "latest_receipt_info": items, "pending_renewal_info": pending,
            "receipt": ["request_date_ms": "1000000", "receipt_creation_date_ms": "900000", "in_app": []],
        ]
        let data = try JSONSerialization.data(withJSONObject: answer)
        return try #require(try JSONSerialization.jsonObject(with: data) as? ReceiptInfo)
    }

    /// A subscription period of 100 to 500 seconds.
    private func period(_ more: [String: Any] = [:]) -> [String: Any] {
        [
            "product_id": "club", "transaction_id": "1", "original_transaction_id": "1", "quantity": "1",
            "purchase_date_ms": "100000", "original_purchase_date_ms": "100000", "expires_date_ms": "500000",
        ]
        .merging(more) { $1 }
    }

    @Test(
        "Each state has its reason",
        arguments: [
            ("2000000", [:], "active paidPeriod"),
            ("2000000", ["is_trial_period": "true"], "active freeTrial"),
            ("2000000", ["cancellation_date_ms": 900_000], "revoked refunded"),
            ("2000000", ["is_upgraded": "true"], "upgraded upgraded"),
            ("500000", [:], "expired periodEnded"),
        ] as [(String, [String: any Sendable], String)]
    )
    func states(expires: String, more: [String: any Sendable], state: String) throws {
        var item = more
        item["expires_date_ms"] = expires
        let report = SwiftyStoreKit.entitlements(inReceipt: try receipt([period(item)]), at: .distantPast)
        let club = try #require(report.entitlement(to: "club"))
        #expect("\(club.state) \(club.reason)" == state)
        #expect(report.asOf == Date(timeIntervalSince1970: 1_000))
        #expect(report.ownedProductIDs == (state.hasPrefix("active") ? ["club"] : []))
    }

    @Test(
        "A renewal that could not be charged is a grace period, billing retry, or the end",
        arguments: [
            (["grace_period_expires_date_ms": "1500000", "is_in_billing_retry_period": "1"], "gracePeriod", true),
            (["is_in_billing_retry_period": "1"], "billingRetry", false),
            (["expiration_intent": "1", "is_in_billing_retry_period": "0"], "expired", false),
        ] as [([String: String], String, Bool)]
    )
    func renewals(pending: [String: String], state: String, isOwned: Bool) throws {
        let information: [String: Any] = ["original_transaction_id": "1", "product_id": "club"]
        let receipt = try receipt([period()], pending: [information.merging(pending) { $1 }])
        let report = SwiftyStoreKit.entitlements(inReceipt: receipt, at: .distantPast)
        #expect(report.entitlement(to: "club")?.state.rawValue == state)
        #expect(report.ownedProductIDs.contains("club") == isOwned)
    }

    @Test("A group is as good as its best product; an unknown one has no state")
    func groups() throws {
        let other = period([
            "product_id": "gold", "transaction_id": "2", "original_transaction_id": "2", "expires_date_ms": "3000000",
        ])
        let report = SwiftyStoreKit.entitlements(inReceipt: try receipt([period(), other]), at: .distantPast)
        #expect(report.entitlement(toGroup: ["club", "gold"])?.productID == "gold")
        #expect(report.entitlement(toGroup: ["club"])?.state == .expired)
        #expect(report.entitlement(toGroup: ["weed"]) == nil)
    }

    @Test("A date before the receipt's own revives nothing; a later one counts")
    func dates() throws {
        let receipt = try receipt([period(["expires_date_ms": "1200000"])])
        func isOwned(at seconds: TimeInterval) -> Bool {
            let date = Date(timeIntervalSince1970: seconds)
            return !SwiftyStoreKit.entitlements(inReceipt: receipt, at: date).ownedProductIDs.isEmpty
        }
        #expect(isOwned(at: 0))
        #expect(isOwned(at: 1_100))
        #expect(!isOwned(at: 1_200))
    }

    @Test("Typed receipts get the same answers", arguments: [0, 2_678_400] as [TimeInterval])
    func typed(later: TimeInterval) throws {
        let receipt = try SampleReceipt.validator().validated(try SampleReceipt.signed())
        let date = TestAuthority.signingDate.addingTimeInterval(later)
        guard
            case .purchased(let item) = SwiftyStoreKit.verifyPurchase(
                productId: "com.example.app.pro",
                inReceipt: receipt
            )
        else {
            Issue.record("not purchased")
            return
        }
        #expect(item.transactionId == "1000")
        let result = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "com.example.app.monthly",
            inReceipt: receipt,
            validUntil: date
        )
        switch result {
        case .purchased: #expect(later == 0)
        case .expired: #expect(later > 0)
        case .notPurchased: Issue.record("not purchased")
        }
        #expect(
            SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt)
                == ["com.example.app.monthly", "com.example.app.pro"],
            "the App Store's list has everything, and so has ours"
        )
        let report = SwiftyStoreKit.entitlements(inReceipt: receipt, at: date)
        #expect(report.ownedProductIDs.contains("com.example.app.monthly") == (later == 0))
        #expect(report.ownedProductIDs.contains("com.example.app.pro"))
    }

    @Test(
        "Two purchases of a subscription that does not renew count from the first, from the last, or add up",
        arguments: [(NonRenewingRule.originalPurchase, 300), (.purchase, 350), (.stacked, 500)]
    )
    func stacking(rule: NonRenewingRule, end: TimeInterval) throws {
        let first: [String: Any] = [
            "product_id": "season", "transaction_id": "1", "purchase_date_ms": "100000",
            "original_purchase_date_ms": "100000",
        ]
        let second = first.merging(["transaction_id": "2", "purchase_date_ms": "150000"]) { $1 }
        let result = SwiftyStoreKit.verifySubscriptions(
            nonRenewingFor: 200,
            counting: rule,
            productIds: ["season"],
            inReceipt: try receipt([second, first])
        )
        guard case .expired(let date, let items) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(date == Date(timeIntervalSince1970: end))
        #expect(items.count == 2)
    }
}

@Suite("A clock that cannot be set back")
struct TrustedClockTests {
    @Test("It follows the device forward, stands still when the device goes back, and outlives the app")
    func marks() {
        let storage = MemoryStorage()
        nonisolated(unsafe) var device = Date(timeIntervalSince1970: 1_000)
        let clock = TrustedClock(storage: storage, device: { device })
        #expect(clock.now == device)
        #expect(!clock.isSetBack)
        device = Date(timeIntervalSince1970: 5_000)
        #expect(clock.now == device)
        device = Date(timeIntervalSince1970: 2_000)
        #expect(clock.now == Date(timeIntervalSince1970: 5_000))
        #expect(clock.isSetBack)
        #expect(TrustedClock(storage: storage, device: { device }).now == Date(timeIntervalSince1970: 5_000))
        clock.correct(to: Date(timeIntervalSince1970: 2_500))
        #expect(TrustedClock(storage: storage, device: { device }).now == Date(timeIntervalSince1970: 2_500))
    }

    @Test("A storage that is damaged or full changes nothing for this launch")
    func broken() {
        let clock = TrustedClock(storage: BrokenStorage(), device: { Date(timeIntervalSince1970: 7) })
        #expect(clock.now == Date(timeIntervalSince1970: 7))
        let storage = MemoryStorage()
        storage.set(Data("not a date".utf8), forKey: "latest-date")
        #expect(
            TrustedClock(storage: storage, device: { Date(timeIntervalSince1970: 7) }).now
                == Date(timeIntervalSince1970: 7)
        )
    }
}
