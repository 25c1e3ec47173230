import AppStoreModels
import Entitlements
import Foundation

/// What a customer has had of a subscription group, as far as it counts for offers.
struct OfferStanding: Sendable, Hashable {
    /// Whether there is a subscription of the group, past or present, that the customer bought.
    var hasSubscribed = false
    /// Whether one of them gives access now.
    var hasAccess = false
    /// Whether one of its periods was introductory.
    var hadIntroduction = false
    /// The newest transaction of the group: by it the App Store knows for whom something was signed.
    var newestTransactionID: String?

    /// - Parameters:
    ///   - group: The group.
    ///   - purchases: Everything that was stated about the customer's purchases that count, of one app.
    ///   - entitlements: What follows from it now.
    init(in group: OfferGroup, _ purchases: [PurchaseFact], _ entitlements: [Entitlement]) {
        // A product that nobody sells any more is not in the settings, and still was of the group.
        let listed = purchases.filter { group.productIDs.contains($0.productID) }
        let groupIDs = Set(listed.compactMap(\.subscriptionGroupID))
        let own = purchases.filter { fact in
            let isOfGroup =
                group.productIDs.contains(fact.productID)
                || fact.subscriptionGroupID.map(groupIDs.contains) ?? false
            return isOfGroup && fact.expiresDate != nil && fact.inAppOwnershipType != .familyShared
        }
        let transactions = Set(own.map(\.originalTransactionID))
        hasSubscribed = !own.isEmpty
        hasAccess = entitlements.contains { entitlement in
            entitlement.isEntitled && transactions.contains(entitlement.originalTransactionID)
        }
        hadIntroduction = own.contains(where: \.isIntroduction)
        newestTransactionID =
            own.max {
                ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID)
            }?.transactionID
    }
}

extension PurchaseFact {
    /// Whether the period was the introduction to the subscription. A code, a promotion, or an offer to come back may be free as
    /// well; only who says nothing of the kind of offer means an introduction by a trial.
    fileprivate var isIntroduction: Bool { offerType == .introductory || (offerType == nil && isFreeTrial) }
}
