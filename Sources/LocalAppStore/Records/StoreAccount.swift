public import Foundation

/// A customer of the store: one Apple account.
public struct StoreAccount: Sendable, Hashable, Codable, Identifiable {
    /// The name that the caller gave it.
    public let id: String
    /// When it was created, in store time.
    public let createdDate: Date
    /// Where it buys, ISO 3166-1 alpha-3.
    public internal(set) var storefront: String
    /// Identifies this account's download of the app.
    public let appTransactionID: String
    /// Whether purchases are allowed at all (parental restrictions).
    public internal(set) var canMakePayments: Bool
    /// Whether a parent must approve each purchase.
    public internal(set) var requiresApproval: Bool
    /// Whether renewals cannot be charged, as with an expired card.
    public internal(set) var renewalChargesFail: Bool
    /// The family it belongs to.
    public internal(set) var familyID: String?
    /// The purchases it does not share with its family, by original transaction identifier.
    @OmittedWhenEmpty public internal(set) var unsharedPurchases: Set<String> = []
    /// The products that it began to buy in the App Store, in order, until a device asks its app.
    @OmittedWhenEmpty public internal(set) var purchaseIntents: [String] = []
    /// The win-back offers with which it began them, by product; none for what it began without.
    @OmittedWhenEmpty public internal(set) var purchaseIntentOffers: [String: String] = [:]
    /// When a guardian took back the consent to the child's use of the app; nil for an account of nobody's child.
    public internal(set) var consentRescindedDate: Date?
}
