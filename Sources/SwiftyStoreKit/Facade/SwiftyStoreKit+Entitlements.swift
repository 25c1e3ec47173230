public import AppReceipt
public import AppStoreModels
public import Entitlements
public import Foundation

extension SwiftyStoreKit {
    /// What the customer owns by a receipt: every product, until when, and why.
    ///
    /// - Parameters:
    ///   - receipt: What a validator gave.
    ///   - date: The moment to judge at, best from a ``TrustedClock``; never before the receipt's own date.
    ///   - rules: What the App Store does not say.
    /// - Warning: A dictionary does not show who checked it, and this believes whoever made it. Give it what
    ///   ``verifyReceipt(using:forceRefresh:completion:)`` answered, and nothing that came another way.
    public class func entitlements(
        inReceipt receipt: ReceiptInfo,
        at date: Date = Date(),
        rules: EntitlementRules = EntitlementRules()
    ) -> EntitlementReport {
        EntitlementReport(unverified: receipt, at: date, rules: rules)
    }

    /// What the customer owns by a receipt that was validated on the device.
    public class func entitlements(
        inReceipt receipt: Verified<AppReceipt>,
        at date: Date = Date(),
        rules: EntitlementRules = EntitlementRules()
    ) -> EntitlementReport {
        EntitlementReport(receipt, at: date, rules: rules)
    }

    /// Whether a consumable or non-consumable was bought: the newest purchase that was not refunded.
    public class func verifyPurchase(
        productId: String,
        inReceipt receipt: Verified<AppReceipt>
    ) -> VerifyPurchaseResult {
        ReceiptQuestions(receipt, at: receipt.creationDate).purchase(of: productId)
    }

    /// Whether a subscription is active at `date`, or at the receipt's date if that is later.
    public class func verifySubscription(
        ofType type: SubscriptionType,
        productId: String,
        inReceipt receipt: Verified<AppReceipt>,
        validUntil date: Date = Date()
    ) -> VerifySubscriptionResult {
        verifySubscriptions(ofType: type, productIds: [productId], inReceipt: receipt, validUntil: date)
    }

    /// Whether one of the products of a group is subscribed to at `date`, or at the receipt's date if that is later.
    public class func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable,
        productIds: Set<String>,
        inReceipt receipt: Verified<AppReceipt>,
        validUntil date: Date = Date()
    ) -> VerifySubscriptionResult {
        ReceiptQuestions(receipt, at: date).subscription(type, to: productIds, at: date)
    }

    /// The products that were ever bought, refunded ones too; nil if the receipt has none to read.
    ///
    /// For subscriptions that renew they are those of the App Store's list, `latest_receipt_info`.
    public class func getDistinctPurchaseIds(
        ofType type: SubscriptionType = .autoRenewable,
        inReceipt receipt: Verified<AppReceipt>
    ) -> Set<String>? {
        ReceiptQuestions(receipt, at: receipt.creationDate).productIDs(type)
    }

    /// Whether one of some products that do not renew is subscribed to, counted by `rule`.
    public class func verifySubscriptions(
        nonRenewingFor validDuration: TimeInterval,
        counting rule: NonRenewingRule,
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date = Date()
    ) -> VerifySubscriptionResult {
        ReceiptQuestions(receipt).nonRenewing(for: validDuration, counting: rule, to: productIds, at: date)
    }
}
