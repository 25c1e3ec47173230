import AppStoreModels
import Entitlements
import Foundation

/// The refunds of one chain, whichever of its transactions they are of: a pure function of what is known.
///
/// A standing is that of one transaction, and stays as it is when the money for an earlier one goes back. What is told of that
/// follows from this.
struct ChainRefunds {
    private let facts: PurchaseFacts
    /// What holds of each transaction; empty where nothing was ever taken back.
    private let holding: [String: PurchaseFact]
    /// When the money went back, by the transaction.
    private let dates: [String: Date]

    /// How many refunds of a chain are remembered as told, the newest purchases'; hardly anybody is given back two.
    static let maximumTold = 100

    /// - Parameters:
    ///   - facts: Everything that is known about one chain.
    ///   - latest: Now, with the tolerance of the clocks.
    init(_ facts: PurchaseFacts, notAfter latest: Date) {
        self.facts = facts
        guard facts.purchases.contains(where: { $0.revocationDate != nil }) else {
            (holding, dates) = ([:], [:])
            return
        }
        let all = facts.holding.purchases.map { ($0.transactionID, $0) }
        holding = Dictionary(all) { first, _ in first }
        dates = holding.compactMapValues { Self.refundDate(of: $0, among: facts, notAfter: latest) }
    }

    /// The refunded transactions that count as told from now on, the newest first.
    ///
    /// - Parameter before: Those that counted as told; nil if that is not known.
    func told(after before: [String]?) -> [String] {
        // By a clock that has gone back a refund may lie ahead: it stays told.
        let still = (before ?? []).filter { holding[$0]?.revocationDate != nil }
        return Array(newestFirst(Set(still).union(dates.keys)).prefix(Self.maximumTold))
    }

    /// Transactions, the newest purchase first.
    private func newestFirst(_ transactionIDs: some Sequence<String>) -> [String] {
        transactionIDs.sorted { left, right in
            let (one, other) = (holding[left]?.purchaseDate, holding[right]?.purchaseDate)
            return one == other ? left < right : (one ?? .distantPast) > (other ?? .distantPast)
        }
    }

    /// The refunds that count as told although nobody noted it: older ones than what was told, and its own. There may be more
    /// than are remembered.
    private func counted(with told: PurchaseStanding) -> [String] {
        let counted = dates.filter { transactionID, date in
            date < told.purchaseDate || transactionID == told.refundedTransactionID
                || (told.state == .revoked && transactionID == told.transactionID)
        }
        return newestFirst(counted.keys)
    }

    /// What is to be told of refunds, in the order in which they happened.
    ///
    /// - Parameters:
    ///   - told: What was told last; where it does not say of which refunds, those count that were told before that was noted:
    ///     older ones than what was told, and its own.
    ///   - now: What is true now.
    ///   - others: What is told anyhow.
    func changes(
        since told: PurchaseStanding,
        to now: PurchaseStanding,
        besides others: [ChainChange],
        at date: Date,
        _ rules: EntitlementRules
    ) -> [ChainChange] {
        guard !holding.isEmpty else { return [] }
        let before = told.toldRefunds ?? counted(with: told)
        let spoken = Set(others.filter(\.isOfRefund).map(\.standing.transactionID))
        var news: [News] = []
        for (transactionID, date) in dates where !before.contains(transactionID) {
            guard isNews(transactionID, date, since: told, before) else { continue }
            news.append(News(type: .refunded, transactionID: transactionID, date: date))
        }
        for fact in before.compactMap({ holding[$0] }) where fact.revocationDate == nil {
            news.append(News(type: .refundReversed, transactionID: fact.transactionID, date: fact.statedDate))
        }
        return news.filter { !spoken.contains($0.transactionID) }
            .sorted { ($0.date, $0.transactionID) < ($1.date, $1.transactionID) }
            .compactMap { change($0.type, of: $0.transactionID, now, at: date, rules) }
    }

    /// What happened to the money for a transaction.
    private struct News {
        let type: PurchaseEventType
        let transactionID: String
        let date: Date
    }

    /// Whether a refund is news: the purchase was known as one that is paid, or the refund is younger than what was told. Others
    /// came with a history that is looked at for the first time.
    private func isNews(
        _ transactionID: String,
        _ date: Date,
        since told: PurchaseStanding,
        _ before: [String]
    ) -> Bool {
        // What made room in a full list was told long ago.
        if before.count >= Self.maximumTold, let oldest = before.last.flatMap({ holding[$0] }),
            let purchase = holding[transactionID], purchase.purchaseDate <= oldest.purchaseDate
        {
            return false
        }
        return date >= told.purchaseDate
            || facts.purchases.contains { $0.transactionID == transactionID && $0.revocationDate == nil }
    }

    private func change(
        _ type: PurchaseEventType,
        of transactionID: String,
        _ now: PurchaseStanding,
        at date: Date,
        _ rules: EntitlementRules
    ) -> ChainChange? {
        var statements = facts.purchases.filter { $0.transactionID == transactionID }
        if type == .refunded, let fact = holding[transactionID] {
            // It is told as what was refunded, also if a higher plan has replaced it.
            statements = Self.refunding(fact, among: facts)
            statements = Set(statements.map(\.notUpgraded))
        }
        // What is known of the renewal is about the newest period, and says nothing of how this one ended.
        guard var standing = PurchaseStanding(PurchaseFacts(purchases: statements), at: date, rules: rules) else {
            return nil
        }
        (standing.willAutoRenew, standing.autoRenewProductID) = (now.willAutoRenew, now.autoRenewProductID)
        var change = ChainChange(type: type, standing: standing)
        if standing.purchaseDate <= now.purchaseDate, transactionID != now.transactionID {
            change.latestTransactionID = now.refundedTransactionID ?? now.transactionID
        }
        return change
    }

    /// - Parameter fact: What holds of a transaction.
    private static func refundDate(
        of fact: PurchaseFact,
        among facts: PurchaseFacts,
        notAfter latest: Date
    ) -> Date? {
        guard fact.revocationDate != nil, fact.purchaseDate <= latest else { return nil }
        // Who has it from the family is given no money back.
        guard fact.inAppOwnershipType != .familyShared, fact.revocationType != .familyRevoke else { return nil }
        let stated = PurchaseFacts(purchases: refunding(fact, among: facts)).holding.purchases.first
        return stated?.revocationDate.flatMap { $0 <= latest ? $0 : nil }
    }

    /// What was stated about a transaction, without the moment at which a higher plan took its place.
    private static func refunding(_ fact: PurchaseFact, among facts: PurchaseFacts) -> Set<PurchaseFact> {
        let statements = facts.purchases.filter { $0.transactionID == fact.transactionID }
        let isReplaced = fact.isUpgraded || facts.purchases.contains { $0.hasReplaced(fact) }
        return isReplaced ? statements.filter { !$0.isBareRevocation } : statements
    }
}

extension PurchaseFact {
    /// The same, as if no higher plan had replaced it.
    fileprivate var notUpgraded: PurchaseFact {
        var fact = self
        fact.isUpgraded = false
        return fact
    }

    /// Whether it began when another one was revoked, which then may be because of that. Receipts have whole seconds.
    fileprivate func hasReplaced(_ other: PurchaseFact) -> Bool {
        guard productID != other.productID, expiresDate != nil, let end = other.revocationDate else { return false }
        return abs(purchaseDate.timeIntervalSince(end)) < 1
    }
}
