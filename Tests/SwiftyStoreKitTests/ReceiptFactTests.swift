import AppReceipt
import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("What a validated receipt states, without a detour through dictionaries")
struct ReceiptFactTests {
    private static let madeDate = TestAuthority.signingDate

    /// A receipt with one purchase of each kind, a refund, an offer, and a period that has ended.
    private static func receipt() throws -> Verified<AppReceipt> {
        var coins = InAppPurchaseDraft(
            productID: "coins",
            transactionID: "3000",
            purchaseDate: madeDate - 500,
            productKind: .consumable
        )
        coins.quantity = 5
        var refunded = InAppPurchaseDraft(
            productID: "map",
            transactionID: "4000",
            purchaseDate: madeDate - 400,
            productKind: .nonConsumable
        )
        refunded.cancellationDate = madeDate - 300
        var ended = SampleReceipt.subscription
        ended.transactionID = "2002"
        ended.purchaseDate = madeDate - 60 * 86_400
        ended.expiresDate = madeDate - 30 * 86_400
        ended.isTrialPeriod = false
        ended.promotionalOfferID = "spring"
        let purchases = [SampleReceipt.nonConsumable, SampleReceipt.subscription, coins, refunded, ended]
        return try SampleReceipt.validator().validated(try SampleReceipt.signed { $0.inAppPurchases = purchases })
    }

    @Test("Each purchase is a fact of the moment when the receipt was made, and has its kind")
    func facts() throws {
        let receipt = try Self.receipt()
        let facts = PurchaseFacts(receipt)
        #expect(facts.renewals.isEmpty)
        #expect(facts.purchases.allSatisfy { $0.statedDate == Self.madeDate && $0.bundleID == SampleReceipt.bundleID })
        let byID = Dictionary(uniqueKeysWithValues: facts.purchases.map { ($0.transactionID, $0) })
        #expect(byID.keys.sorted() == ["1000", "2001", "2002", "3000", "4000"])
        #expect(
            byID.mapValues(\.productType) == [
                "1000": .nonConsumable, "2001": .autoRenewableSubscription, "2002": .autoRenewableSubscription,
                "3000": .consumable, "4000": .nonConsumable,
            ]
        )
        #expect(byID["3000"]?.quantity == 5)
        #expect(byID["4000"]?.revocationDate == Self.madeDate - 300)
        #expect(byID["2001"]?.originalTransactionID == "2000")
        #expect(byID["2001"]?.offerType == .introductory)
        #expect(byID["2001"]?.isFreeTrial == true)
        #expect(byID["2001"]?.webOrderLineItemID == "3000")
        #expect(byID["2001"]?.expiresDate == Self.madeDate + 30 * 86_400)
        #expect(byID["2002"]?.offerType == .promotional)
        #expect(byID["2002"]?.offerIdentifier == "spring")
    }

    @Test("A period that a higher level took the place of is upgraded, not refunded; other beginnings prove nothing")
    func upgraded() throws {
        func period(_ productID: String, _ identifier: String, _ start: TimeInterval) -> InAppPurchaseDraft {
            var period = SampleReceipt.subscription
            (period.productID, period.transactionID) = (productID, identifier)
            period.purchaseDate = Self.madeDate + start
            period.expiresDate = Self.madeDate + start + 30 * 86_400
            return period
        }
        var lower = period("lower", "2001", -200)
        lower.cancellationDate = Self.madeDate - 100
        var refunded = period("higher", "1999", -300)
        refunded.cancellationDate = Self.madeDate - 250
        let receipt = try SampleReceipt.validator().validated(
            try SampleReceipt.signed { $0.inAppPurchases = [lower, period("higher", "2002", -100), refunded] }
        )
        let facts = PurchaseFacts(receipt).purchases.sorted { $0.transactionID < $1.transactionID }
        #expect(facts.map(\.transactionID) == ["1999", "2001", "2002"])
        #expect(facts.map(\.isUpgraded) == [false, true, false])
        #expect(facts.map { $0.revocationDate != nil } == [true, true, false])
        let report = EntitlementReport(receipt, at: Self.madeDate)
        #expect(report.ownedProductIDs == ["higher"])
        #expect(report.entitlement(to: "lower")?.reason == .upgraded)
        // A server that reads the same receipt for itself says the same.
        var answer = VerifyReceiptResponse()
        answer.environment = try #require(receipt.environment?.appStoreEnvironment)
        answer.receipt = receipt.payload.verifyReceiptJSON(requestDate: Self.madeDate)
        let answered = PurchaseFacts(unverified: answer, environment: .production, receivedAt: Self.madeDate)
        #expect(Set(facts) == answered.purchases)
    }

    @Test("But for the kind and the moment they are those of an answer about the same receipt")
    func sameAsAnswer() throws {
        let receipt = try Self.receipt()
        let environment = try #require(receipt.environment?.appStoreEnvironment)
        var answer = VerifyReceiptResponse()
        answer.environment = environment
        answer.receipt = receipt.payload.verifyReceiptJSON(requestDate: Self.madeDate)
        let answered = PurchaseFacts(unverified: answer, environment: .production, receivedAt: Self.madeDate)
        let direct = PurchaseFacts(receipt).purchases.map { fact in
            var fact = fact
            if fact.expiresDate == nil { fact.productType = nil }
            return fact
        }
        #expect(Set(direct) == answered.purchases)
    }

    @Test("A report knows consumables, refunds and what has ended; it never judges before the receipt was made")
    func report() throws {
        let report = SwiftyStoreKit.entitlements(inReceipt: try Self.receipt(), at: .distantPast)
        #expect(report.asOf == Self.madeDate)
        #expect(report.ownedProductIDs == ["com.example.app.pro", "com.example.app.monthly"])
        #expect(report.entitlement(to: "coins")?.productType == .consumable)
        #expect(report.entitlement(to: "map")?.state == .revoked)
        let later = EntitlementReport(try Self.receipt(), at: Self.madeDate + 31 * 86_400)
        #expect(later.asOf == Self.madeDate + 31 * 86_400)
        #expect(later.ownedProductIDs == ["com.example.app.pro"])
    }

    @Test(
        "Questions get the answers that the receipt as a dictionary gives",
        arguments: ["com.example.app.pro", "com.example.app.monthly", "coins", "map", "other"],
        [-86_400, 0, 31 * 86_400] as [TimeInterval]
    )
    func questions(productID: String, later: TimeInterval) throws {
        let receipt = try Self.receipt()
        let date = Self.madeDate + later
        let dictionary = receipt.payload.receiptInfo(at: date)
        let purchase = SwiftyStoreKit.verifyPurchase(productId: productID, inReceipt: receipt)
        #expect("\(purchase)" == "\(SwiftyStoreKit.verifyPurchase(productId: productID, inReceipt: dictionary))")
        for type in [SubscriptionType.autoRenewable, .nonRenewing(validDuration: 700)] {
            let typed = SwiftyStoreKit.verifySubscription(
                ofType: type,
                productId: productID,
                inReceipt: receipt,
                validUntil: date
            )
            let untyped = SwiftyStoreKit.verifySubscription(
                ofType: type,
                productId: productID,
                inReceipt: dictionary,
                validUntil: date
            )
            #expect("\(typed)" == "\(untyped)")
            #expect(
                SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: receipt)
                    == SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: dictionary)
            )
        }
    }
}
