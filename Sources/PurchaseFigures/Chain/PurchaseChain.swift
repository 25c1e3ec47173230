import AppStoreModels
public import Entitlements
import Foundation

/// The transactions of one chain: a subscription with its renewals, or one purchase that does not renew.
///
/// What a family member has, and what has no price because somebody else pays, is not in it: no money was paid for
/// it.
public struct PurchaseChain: Sendable {
    /// The first transaction of the chain.
    public let originalTransactionID: String
    /// The app, if any transaction names it.
    public let bundleID: String?

    /// Sorted by the moment at which they begin.
    let rows: [ChainRow]
    /// What was stated about renewals, in the order in which the App Store said it.
    let renewals: [RenewalFact]

    private init?(originalTransactionID: String, statements: [PurchaseFact], renewals: [RenewalFact]) {
        let byTransaction = Dictionary(grouping: statements, by: \.transactionID)
        let holding = PurchaseFacts(purchases: statements).holding.purchases
        let bought = holding.filter { ($0.inAppOwnershipType ?? .purchased) == .purchased }
            .map { ChainRow(holding: $0, statements: byTransaction[$0.transactionID, default: []]) }
            .sorted { left, right in
                (left.start, left.expiry, left.fact.transactionID)
                    < (right.start, right.expiry, right.fact.transactionID)
            }
        guard !bought.isEmpty else { return nil }
        self.originalTransactionID = originalTransactionID
        rows = Self.once(bought)
        bundleID = rows.lazy.compactMap(\.fact.bundleID).first
        self.renewals = renewals.sorted(by: Self.wasStatedBefore)
    }

    /// The chains of these facts, sorted by App Store and identifier.
    public static func chains(of facts: PurchaseFacts) -> [PurchaseChain] {
        let statements = Dictionary(grouping: facts.purchases) { Key($0.environment, $0.originalTransactionID) }
        let renewals = Dictionary(grouping: facts.renewals) { Key($0.environment, $0.originalTransactionID) }
        return statements.keys.sorted().compactMap { key in
            PurchaseChain(
                originalTransactionID: key.originalTransactionID,
                statements: statements[key, default: []],
                renewals: renewals[key, default: []]
            )
        }
    }

    private struct Key: Hashable, Comparable {
        let environment: String
        let originalTransactionID: String

        init(_ environment: AppStoreEnvironment, _ originalTransactionID: String) {
            self.environment = environment.rawValue
            self.originalTransactionID = originalTransactionID
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.environment, left.originalTransactionID) < (right.environment, right.originalTransactionID)
        }
    }

    /// Each purchase once: a receipt names what was restored again, with another identifier.
    private static func once(_ rows: [ChainRow]) -> [ChainRow] {
        var places: [String: Int] = [:]
        var periods: [ChainRow] = []
        for row in rows where row.isSubscription {
            if let item = row.fact.webOrderLineItemID {
                if let place = places[item] {
                    // Signed data has the price, a receipt of before has not.
                    if periods[place].fact.price == nil { periods[place] = row }
                    continue
                }
                places[item] = periods.count
            }
            periods.append(row)
        }
        let others = rows.filter { !$0.isSubscription }
        let original = others.first { $0.fact.transactionID == $0.fact.originalTransactionID } ?? others.first
        return periods + (original.map { [$0] } ?? [])
    }

    private static func wasStatedBefore(_ left: RenewalFact, _ right: RenewalFact) -> Bool {
        guard left.statedDate == right.statedDate else { return left.statedDate < right.statedDate }
        // Two statements of one moment: any order will do that does not depend on how they came.
        return left.tieBreak.lexicographicallyPrecedes(right.tieBreak)
    }
}

extension RenewalFact {
    fileprivate var tieBreak: [String] {
        [
            autoRenewStatus?.rawValue.description, isInBillingRetryPeriod?.description,
            expirationIntent?.rawValue.description, gracePeriodExpiresDate?.timeIntervalSince1970.description,
            priceIncreaseStatus?.rawValue.description,
        ].map { $0 ?? "" }
    }
}
