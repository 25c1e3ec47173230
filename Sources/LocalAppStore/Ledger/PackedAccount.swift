import AppStoreModels
import Foundation

/// An account in 24 bytes: what is its own as numbers, and the number of its storefront.
struct PackedAccount: Sendable {
    let appTransactionID: Int64
    /// Milliseconds since 1970.
    let createdDate: Int64
    let storefront: UInt32
    let canMakePayments: Bool
    let requiresApproval: Bool
    let renewalChargesFail: Bool

    init(_ account: StoreAccount, appTransactionID: Int64, storefront: UInt32) {
        self.appTransactionID = appTransactionID
        createdDate = account.createdDate.millisecondsSince1970
        self.storefront = storefront
        canMakePayments = account.canMakePayments
        requiresApproval = account.requiresApproval
        renewalChargesFail = account.renewalChargesFail
    }
}

/// What few accounts have.
struct AccountDetails: Sendable {
    let familyID: String?
    let unsharedPurchases: Set<String>
    let purchaseIntents: [String]
    let purchaseIntentOffers: [String: String]
    let consentRescindedDate: Date?

    /// Nil for an account that has none of them.
    init?(_ account: StoreAccount) {
        familyID = account.familyID
        unsharedPurchases = account.unsharedPurchases
        purchaseIntents = account.purchaseIntents
        purchaseIntentOffers = account.purchaseIntentOffers
        consentRescindedDate = account.consentRescindedDate
        let hasNone =
            familyID == nil && unsharedPurchases.isEmpty && purchaseIntents.isEmpty && consentRescindedDate == nil
        if hasNone { return nil }
    }

    /// Gives an account what it has of these.
    func complete(_ account: inout StoreAccount) {
        account.familyID = familyID
        account.unsharedPurchases = unsharedPurchases
        account.purchaseIntents = purchaseIntents
        account.purchaseIntentOffers = purchaseIntentOffers
        account.consentRescindedDate = consentRescindedDate
    }
}
