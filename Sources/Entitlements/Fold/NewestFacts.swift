import AppStoreModels
import Foundation

/// For each transaction and each chain the fact that holds, whatever order the facts came in.
///
/// Descriptive members (kind of product, group, account token) are kept from older facts where a newer one is silent:
/// `verifyReceipt` says less than signed data. Members that can be taken back (revocation) come from the newest fact
/// alone, so that a reversed refund counts. Being upgraded cannot be taken back, and `in_app` never mentions it; it stays.
struct NewestFacts {
    /// In no order: to sort very many costs more than all else that is done with them.
    let purchases: [PurchaseFact]
    let renewals: [SubscriptionChain.Key: RenewalFact]

    init(_ facts: PurchaseFacts) {
        purchases = Dictionary(grouping: facts.purchases, by: \.key).values.compactMap { statements in
            // Most transactions are stated once.
            statements.count == 1 ? statements[0] : statements.sorted(by: FactOrder.precedes).reduce(nil, Self.merge)
        }
        renewals = Dictionary(grouping: facts.renewals, by: \.chain)
            .compactMapValues { $0.max(by: FactOrder.precedes) }
    }

    private static func merge(_ older: PurchaseFact?, _ newer: PurchaseFact) -> PurchaseFact? {
        guard let older else { return newer }
        var result = newer
        result.bundleID = newer.bundleID ?? older.bundleID
        result.productType = newer.productType ?? older.productType
        result.originalPurchaseDate = newer.originalPurchaseDate ?? older.originalPurchaseDate
        result.expiresDate = newer.expiresDate ?? older.expiresDate
        result.isUpgraded = newer.isUpgraded || older.isUpgraded
        result.inAppOwnershipType = newer.inAppOwnershipType ?? older.inAppOwnershipType
        result.subscriptionGroupID = newer.subscriptionGroupID ?? older.subscriptionGroupID
        result.webOrderLineItemID = newer.webOrderLineItemID ?? older.webOrderLineItemID
        result.appAccountToken = newer.appAccountToken ?? older.appAccountToken
        return result
    }
}
