import AppStoreModels
import Entitlements
import Foundation

/// What the App Store says otherwise about one purchase than is known: a pure function.
struct FactComparison {
    private(set) var differences: [ReconciliationDifference] = []
    private let chain: ChainKey

    /// - Parameters:
    ///   - known: Everything known about the chain; empty if it is new.
    ///   - stated: What the App Store says about the chain now.
    ///   - isComplete: Whether it names every transaction that it knows.
    ///   - latest: Now, with the tolerance of the clocks: nothing can have been stated later.
    init(of chain: ChainKey, known: PurchaseFacts, stated: PurchaseFacts, isComplete: Bool, notAfter latest: Date) {
        self.chain = chain
        let before = Holding(known.dated(notAfter: latest))
        let answer = Holding(stated)
        let after = Holding(known.union(stated).dated(notAfter: latest))
        for (identifier, said) in answer.purchases.sorted(by: { $0.key < $1.key }) {
            compare(before.purchases[identifier], said, after.purchases[identifier])
        }
        if isComplete {
            for identifier in Set(before.purchases.keys).subtracting(answer.purchases.keys).sorted() {
                note(.unknownToAppStore, identifier, before.purchases[identifier]?.productID, nil, nil)
            }
        }
        if let said = answer.renewal { compare(before.renewal, said, after.renewal) }
    }

    /// The facts that hold about one chain.
    private struct Holding {
        let purchases: [String: PurchaseFact]
        let renewal: RenewalFact?

        init(_ facts: PurchaseFacts) {
            let holding = facts.holding
            purchases = Dictionary(holding.purchases.map { ($0.transactionID, $0) }) { first, _ in first }
            renewal = holding.renewals.first
        }
    }

    private mutating func compare(_ known: PurchaseFact?, _ said: PurchaseFact, _ after: PurchaseFact?) {
        let identifier = said.transactionID
        guard let known else {
            note(.missingTransaction, identifier, nil, said.productID, after?.productID)
            return
        }
        func compare(_ kind: ReconciliationDifference.Kind, _ value: (PurchaseFact) -> String?) {
            note(kind, identifier, value(known), value(said), after.flatMap(value))
        }
        func compareDates(_ kind: ReconciliationDifference.Kind, _ date: (PurchaseFact) -> Date?) {
            note(kind, identifier, date(known), date(said), after.flatMap(date))
        }
        compareDates(.revocationDate) { $0.revocationDate }
        if said.revocationPercentage != nil, known.revocationDate != nil {
            compare(.revocationPercentage) { $0.revokedPart.map(String.init) }
        }
        // A receipt is silent where signed data is not.
        if said.expiresDate != nil { compareDates(.expiresDate) { $0.expiresDate } }
        compareDates(.purchaseDate) { $0.purchaseDate }
        compare(.productID) { $0.productID }
        compare(.quantity) { "\($0.quantity)" }
        if said.isUpgraded { compare(.isUpgraded) { "\($0.isUpgraded)" } }
        if said.inAppOwnershipType != nil {
            compare(.inAppOwnershipType) { ($0.inAppOwnershipType ?? .purchased).rawValue }
        }
    }

    private mutating func compare(_ known: RenewalFact?, _ said: RenewalFact, _ after: RenewalFact?) {
        func compare(_ kind: ReconciliationDifference.Kind, _ value: (RenewalFact) -> String?) {
            note(kind, nil, known.flatMap(value), value(said), after.flatMap(value))
        }
        compare(.autoRenewStatus) { ($0.autoRenewStatus?.rawValue).map { "\($0)" } }
        if said.autoRenewProductID != nil { compare(.autoRenewProductID) { $0.autoRenewProductID } }
        compare(.expirationIntent) { ($0.expirationIntent?.rawValue).map { "\($0)" } }
        // What nobody speaks of is not tried.
        compare(.isInBillingRetryPeriod) { $0.isInBillingRetryPeriod == true ? "true" : nil }
        note(
            .gracePeriodExpiresDate,
            nil,
            known?.gracePeriodExpiresDate,
            said.gracePeriodExpiresDate,
            after?.gracePeriodExpiresDate
        )
        // Who is silent about a question that is open says that it is open no more.
        if said.priceIncreaseStatus != nil || known?.priceIncreaseStatus == .pending {
            compare(.priceIncreaseStatus) { ($0.priceIncreaseStatus?.rawValue).map { "\($0)" } }
        }
    }

    /// The same of dates. Receipts have whole seconds where signed data has milliseconds: that is no difference.
    private mutating func note(
        _ kind: ReconciliationDifference.Kind,
        _ transactionID: String?,
        _ known: Date?,
        _ stated: Date?,
        _ after: Date?
    ) {
        if let known, let stated, known.isSame(as: stated) { return }
        let mended = after.flatMap { after in stated.map { after.isSame(as: $0) ? $0 : after } }
        let texts = [known, stated, mended].map { $0.map(RFC3339.stringWithMilliseconds) }
        note(kind, transactionID, texts[0], texts[1], texts[2])
    }

    /// Notes a difference if there is one; it can be mended if the App Store's word holds once it is known.
    private mutating func note(
        _ kind: ReconciliationDifference.Kind,
        _ transactionID: String?,
        _ known: String?,
        _ stated: String?,
        _ after: String?
    ) {
        guard known != stated else { return }
        differences.append(
            ReconciliationDifference(
                kind: kind,
                environment: chain.environment,
                originalTransactionID: chain.originalTransactionID,
                transactionID: transactionID,
                known: known,
                stated: stated,
                isMended: kind != .unknownToAppStore && after == stated
            )
        )
    }
}

extension PurchaseFact {
    /// How much was given back, in thousandths of a percent: all of it where nobody says; nil for nothing.
    fileprivate var revokedPart: Int? { revocationDate == nil ? nil : revocationPercentage ?? 100_000 }
}

extension Date {
    /// Whether both may be the same moment: to the second where one of them is told in whole seconds, otherwise to the
    /// millisecond.
    fileprivate func isSame(as other: Date) -> Bool {
        let (one, two) = (millisecondsSince1970, other.millisecondsSince1970)
        guard one.isMultiple(of: 1_000) || two.isMultiple(of: 1_000) else { return one == two }
        return (Double(one) / 1_000).rounded(.down) == (Double(two) / 1_000).rounded(.down)
    }
}
