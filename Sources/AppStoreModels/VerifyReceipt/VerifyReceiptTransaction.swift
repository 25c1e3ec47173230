public import Foundation

/// One element of `in_app` or `latest_receipt_info`. On the wire every value is a string.
public struct VerifyReceiptTransaction: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// How many were bought, 1 to 10.
    public var quantity: Int64? {
        get { json[integer: "quantity"] }
        set { json[string: "quantity"] = newValue.map { String($0) } }
    }

    /// The product.
    public var productID: String? {
        get { json[string: "product_id"] }
        set { json[string: "product_id"] = newValue }
    }

    /// The identifier of this transaction.
    public var transactionID: String? {
        get { json[string: "transaction_id"] }
        set { json[string: "transaction_id"] = newValue }
    }

    /// The identifier of the first transaction of the chain.
    public var originalTransactionID: String? {
        get { json[string: "original_transaction_id"] }
        set { json[string: "original_transaction_id"] = newValue }
    }

    /// The identifier of the subscription period.
    public var webOrderLineItemID: String? {
        get { json[string: "web_order_line_item_id"] }
        set { json[string: "web_order_line_item_id"] = newValue }
    }

    /// When the account was charged, or the period began.
    public var purchaseDate: Date? {
        get { VerifyReceiptDate.read("purchase_date", from: json) }
        set { json[dates: "purchase_date"] = newValue }
    }

    /// When the chain began.
    public var originalPurchaseDate: Date? {
        get { VerifyReceiptDate.read("original_purchase_date", from: json) }
        set { json[dates: "original_purchase_date"] = newValue }
    }

    /// When the paid period ends.
    public var expiresDate: Date? {
        get { VerifyReceiptDate.read("expires_date", from: json) }
        set { json[dates: "expires_date"] = newValue }
    }

    /// When it was refunded or, for an old plan, upgraded; absent otherwise.
    public var cancellationDate: Date? {
        get { VerifyReceiptDate.read("cancellation_date", from: json) }
        set { json[dates: "cancellation_date"] = newValue }
    }

    /// Why it was refunded.
    public var cancellationReason: RevocationReason? {
        get { json[code: "cancellation_reason"].map(RevocationReason.init(rawValue:)) }
        set { json[string: "cancellation_reason"] = newValue.map { String($0.rawValue) } }
    }

    /// Whether the period is a free trial.
    public var isTrialPeriod: Bool? {
        get { json[boolean: "is_trial_period"] }
        set { json[string: "is_trial_period"] = newValue.map { $0 ? "true" : "false" } }
    }

    /// Whether the period has an introductory price.
    public var isInIntroOfferPeriod: Bool? {
        get { json[boolean: "is_in_intro_offer_period"] }
        set { json[string: "is_in_intro_offer_period"] = newValue.map { $0 ? "true" : "false" } }
    }

    /// True if a higher level of the group replaced this transaction; absent otherwise.
    public var isUpgraded: Bool? {
        get { json[boolean: "is_upgraded"] }
        set { json[string: "is_upgraded"] = newValue.map { $0 ? "true" : "false" } }
    }

    /// Whether the person bought it or has it by Family Sharing.
    public var inAppOwnershipType: InAppOwnershipType? {
        get { json[string: "in_app_ownership_type"].map(InAppOwnershipType.init(rawValue:)) }
        set { json[string: "in_app_ownership_type"] = newValue?.rawValue }
    }

    /// The subscription group.
    public var subscriptionGroupID: String? {
        get { json[string: "subscription_group_identifier"] }
        set { json[string: "subscription_group_identifier"] = newValue }
    }

    /// The promotional offer that was used.
    public var promotionalOfferID: String? {
        get { json[string: "promotional_offer_id"] }
        set { json[string: "promotional_offer_id"] = newValue }
    }

    /// The reference name of the offer code that was used.
    public var offerCodeReferenceName: String? {
        get { json[string: "offer_code_ref_name"] }
        set { json[string: "offer_code_ref_name"] = newValue }
    }

    /// The account in the developer's own system, if the app gave one.
    public var appAccountToken: UUID? {
        get { json[string: "app_account_token"].flatMap(UUID.init(uuidString:)) }
        set { json[string: "app_account_token"] = newValue?.uuidString.lowercased() }
    }
}
