import AppStoreModels
import Foundation

/// For each transaction and each chain the fact that holds, whatever order the facts came in.
///
/// Descriptive members (kind of product, group, offer, price, account token) are kept from older facts where a newer one
/// is silent: `verifyReceipt` says less than signed data. Members that can be taken back (revocation) come from the newest
/// fact alone, so that a reversed refund counts. Being upgraded cannot be taken back, and `in_app` never mentions it; it
/// stays.
struct NewestFacts {
    /// In no order: to sort very many costs more than all else that is done with them.
    let purchases: [PurchaseFact]
    let renewals: [SubscriptionChain.Key: RenewalFact]
    /// The latest grace period that was ever promised; the newest statement may be silent about one that is over.
    let gracePeriods: [SubscriptionChain.Key: Date]
    /// Of the transactions that were stated in different ways.
    let changes: [PurchaseFact.Key: StatedChanges]

    init(_ facts: PurchaseFacts) {
        let statements = facts.renewals.isEmpty ? [:] : Dictionary(grouping: facts.renewals, by: \.chain)
        renewals = statements.compactMapValues { Self.newest(of: $0, among: facts.purchases) }
        gracePeriods = statements.compactMapValues { $0.compactMap(\.gracePeriodExpiresDate).max() }
        guard facts.purchases.count > 1 else {
            (purchases, changes) = (Array(facts.purchases), [:])
            return
        }
        var purchases: [PurchaseFact] = []
        purchases.reserveCapacity(facts.purchases.count)
        var positions: [PurchaseFact.Key: Int] = [:]
        positions.reserveCapacity(facts.purchases.count)
        // Most transactions are stated once: only the others are put together, because facts are dear to copy.
        var repeated: [Int: [PurchaseFact]] = [:]
        for fact in facts.purchases {
            let position = Self.place(&positions[fact.key, default: purchases.count])
            if position < purchases.count {
                repeated[position, default: [purchases[position]]].append(fact)
            } else {
                purchases.append(fact)
            }
        }
        var changes: [PurchaseFact.Key: StatedChanges] = [:]
        for (position, statements) in repeated {
            let sorted = statements.sorted(by: FactOrder.precedes)
            changes[purchases[position].key] = StatedChanges(sorted)
            if let merged = sorted.reduce(nil, Self.merge) { purchases[position] = merged }
        }
        self.purchases = purchases
        self.changes = changes
    }

    /// A purchase without a revocation that says only that a higher level took its place: nothing was paid back.
    func withoutUpgrade(_ purchase: PurchaseFact) -> PurchaseFact {
        guard purchase.isUpgraded, purchase.revocationDate != nil else { return purchase }
        let refunding: PurchaseFact? =
            if let changes = changes[purchase.key] {
                changes.refunding
            } else {
                purchase.isBareRevocation ? nil : purchase
            }
        var result = purchase
        result.revocationDate = refunding?.revocationDate
        result.revocationReason = refunding?.revocationReason
        result.revocationType = refunding?.revocationType
        result.revocationPercentage = refunding?.revocationPercentage
        return result
    }

    /// The renewal information that holds.
    ///
    /// At the moment at which a period was bought nothing has ended and no charge has failed: who says so with that very date, as
    /// it happens where a clock stands still, has said it before the purchase.
    private static func newest(of statements: [RenewalFact], among purchases: Set<PurchaseFact>) -> RenewalFact? {
        guard let newest = statements.max(by: FactOrder.precedes) else { return nil }
        let isOfAPurchase = { (purchase: PurchaseFact) in
            purchase.purchaseDate == newest.statedDate && purchase.chain == newest.chain
        }
        guard newest.tellsOfAnEnd, purchases.contains(where: isOfAPurchase) else { return newest }
        let others = statements.filter { !$0.tellsOfAnEnd || $0.statedDate != newest.statedDate }
        return others.max(by: FactOrder.precedes) ?? newest
    }

    /// What a dictionary has under a key, or has now by default: one look instead of two.
    private static func place(_ position: inout Int) -> Int { position }

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
        result.keepTerms(of: older)
        return result
    }
}

extension RenewalFact {
    /// Whether it says that the subscription has ended or could not be charged for.
    var tellsOfAnEnd: Bool {
        expirationIntent != nil || isInBillingRetryPeriod == true || gracePeriodExpiresDate != nil
    }
}

extension PurchaseFact {
    /// By which offer and for how much it was bought, from an older statement where this one is silent.
    fileprivate mutating func keepTerms(of older: PurchaseFact) {
        isFreeTrial = isFreeTrial || older.isFreeTrial
        offerType = offerType ?? older.offerType
        offerIdentifier = offerIdentifier ?? older.offerIdentifier
        offerDiscountType = offerDiscountType ?? older.offerDiscountType
        offerPeriod = offerPeriod ?? older.offerPeriod
        storefront = storefront ?? older.storefront
        transactionReason = transactionReason ?? older.transactionReason
        // A price without its currency, or with another's, would be a lie.
        if price == nil { (price, currency) = (older.price, older.currency) }
        guard let revocationDate, revocationDate == older.revocationDate else { return }
        revocationType = revocationType ?? older.revocationType
        revocationPercentage = revocationPercentage ?? older.revocationPercentage
        revocationReason = revocationReason ?? older.revocationReason
    }
}
