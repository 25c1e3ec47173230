public import AppReceipt
public import AppStoreModels
public import Entitlements
public import Foundation

/// What the customer owns by one receipt: every product, until when, and why.
///
/// ```swift
/// let report = SwiftyStoreKit.entitlements(inReceipt: receipt)
/// if report.entitlement(to: "com.example.flowershop.greenhouse")?.isEntitled == true { openGreenhouse() }
/// ```
public struct EntitlementReport: Sendable, Hashable {
    /// When the receipt said this: the date of the server's answer, or of the validation on the device.
    public let asOf: Date
    /// One entitlement for each product and chain.
    public let entitlements: [Entitlement]

    /// The products that the customer may use.
    public var ownedProductIDs: Set<String> { Set(entitlements.filter(\.isEntitled).map(\.productID)) }

    /// How things stand with one product; nil if the receipt does not know it.
    public func entitlement(to productID: String) -> Entitlement? {
        entitlements.best(for: productID)
    }

    /// How things stand with a subscription group, or any other set of products: what serves the customer best.
    public func entitlement(toGroup productIDs: Set<String>) -> Entitlement? {
        entitlements.filter { productIDs.contains($0.productID) }.best()
    }
}

extension EntitlementReport {
    /// Reads a decoded receipt, as ``SwiftyStoreKit/SwiftyStoreKit/verifyReceipt(using:forceRefresh:completion:)`` hands it
    /// out.
    ///
    /// - Parameters:
    ///   - receipt: What a validator gave.
    ///   - date: The moment to judge at; never before the receipt's own date, so that a clock that was set back revives
    ///     nothing.
    ///   - rules: What the App Store does not say: kinds of products, durations of subscriptions that do not renew.
    /// - Warning: A dictionary does not show who checked it, and this believes whoever made it: of one that no validator
    ///   gave, anything may be true. A receipt that is `Verified` is asked for without a word.
    public init(unverified receipt: ReceiptInfo, at date: Date, rules: EntitlementRules = EntitlementRules()) {
        self.init(VerifyReceiptResponse(json: JSONObject(receiptInfo: receipt)), at: date, rules: rules)
    }

    /// Reads a receipt that was validated on the device.
    ///
    /// - Parameters:
    ///   - receipt: What a validator gave.
    ///   - date: The moment to judge at; never before the receipt was made.
    ///   - rules: What the App Store does not say; they come before what the receipt says.
    public init(_ receipt: Verified<AppReceipt>, at date: Date, rules: EntitlementRules = EntitlementRules()) {
        asOf = max(date, receipt.creationDate)
        entitlements = PurchaseFacts(receipt).entitlements(at: asOf, rules: rules)
    }

    private init(_ response: VerifyReceiptResponse, at date: Date, rules: EntitlementRules) {
        // Dictionaries do not show who checked them: whoever asks with one answers for it.
        let facts = PurchaseFacts(
            unverified: response,
            environment: response.environment ?? .production,
            receivedAt: response.receipt?.receiptCreationDate ?? date
        )
        let stated = response.receipt?.requestDate ?? response.receipt?.receiptCreationDate
        asOf = stated ?? date
        entitlements = facts.entitlements(at: max(date, stated ?? date), rules: rules)
    }
}
