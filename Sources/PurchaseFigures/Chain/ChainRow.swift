import AppStoreModels
import Entitlements
import Foundation

/// One transaction of a chain, with all that was ever stated about it.
struct ChainRow: Sendable {
    /// What holds.
    let fact: PurchaseFact
    /// In the order in which the App Store said it.
    let statements: [PurchaseFact]
    let refunds: [Refund]
    /// The end of the period as it was stated first; an extension moved it.
    let firstExpiry: Date?

    init(holding fact: PurchaseFact, statements: [PurchaseFact]) {
        self.fact = fact
        let sorted = statements.sorted { left, right in
            (left.statedDate, left.revocationDate ?? .distantPast, left.revocationPercentage ?? 0)
                < (right.statedDate, right.revocationDate ?? .distantPast, right.revocationPercentage ?? 0)
        }
        self.statements = sorted
        let isUpgraded = fact.isUpgraded || sorted.contains(where: \.isUpgraded)
        refunds = Self.refunds(in: sorted.filter { !($0.isBareRevocation && isUpgraded) })
        firstExpiry = sorted.compactMap(\.expiresDate).first
    }

    var start: Date { fact.purchaseDate }
    var expiry: Date { max(fact.expiresDate ?? fact.purchaseDate, fact.purchaseDate) }

    var isSubscription: Bool {
        (fact.productType ?? .autoRenewableSubscription) == .autoRenewableSubscription && fact.expiresDate != nil
    }

    /// Free periods are trials, by whatever offer; a period whose price nobody stated is taken for paid.
    var isTrial: Bool { fact.isFreeTrial || fact.offerDiscountType == .freeTrial || fact.price == 0 }

    /// Statements one after the other that have a revocation are one refund, as the last of them says it; one
    /// without, after that, is its reversal.
    private static func refunds(in statements: [PurchaseFact]) -> [Refund] {
        var refunds: [Refund] = []
        var open: PurchaseFact?
        for statement in statements {
            if let date = statement.revocationDate {
                var revoked = statement
                if let known = open, known.revocationDate == date {
                    revoked.revocationPercentage = revoked.revocationPercentage ?? known.revocationPercentage
                    revoked.revocationType = revoked.revocationType ?? known.revocationType
                }
                open = revoked
            } else if let known = open, let date = known.revocationDate {
                refunds.append(
                    Refund(date: date, reversedDate: max(date, statement.statedDate), percentage: known.moneyBack)
                )
                open = nil
            }
        }
        if let open, let date = open.revocationDate {
            refunds.append(Refund(date: date, reversedDate: nil, percentage: open.moneyBack))
        }
        return refunds
    }
}

extension PurchaseFact {
    /// How much of the price a revocation gives back, in thousandths of a percent.
    fileprivate var moneyBack: Int {
        guard revocationType != .familyRevoke else { return 0 }
        return min(max(revocationPercentage ?? Refund.whole, 0), Refund.whole)
    }
}
