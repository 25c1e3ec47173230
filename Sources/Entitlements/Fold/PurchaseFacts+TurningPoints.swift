package import Foundation

extension PurchaseFacts {
    /// Until when the entitlements that follow at a moment go on following, as long as nothing new is stated.
    ///
    /// The fold only ever compares the moment with dates of the facts, moved by spans that the rules name: the first sight of
    /// what has begun, and ends with what is added to them. Between two such dates nothing changes. Some of the dates named
    /// here never change anything; then somebody folds again for nothing.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - rules: The rules of the fold.
    /// - Returns: The first moment at which the outcome may be another one, `distantFuture` where there is none; nil if
    ///   something was stated later than at the moment, because such statements are dated anew at every look.
    package func steadyEnd(after date: Date, rules: EntitlementRules) -> Date? {
        var end = Date.distantFuture
        func note(_ base: Date?, _ spans: TimeInterval...) {
            guard let base else { return }
            for span in [0] + spans {
                let moment = base.addingTimeInterval(span)
                if moment > date, moment < end { end = moment }
            }
        }
        for fact in purchases {
            guard fact.statedDate <= date else { return nil }
            note(rules.firstSight(of: fact.purchaseDate))
            note(fact.purchaseDate, rules.billingRetryPeriod)
            if let duration = rules.nonRenewingDurations[fact.productID] { note(fact.purchaseDate, duration) }
            note(fact.revocationDate.map(rules.firstSight(of:)))
            note(fact.revocationDate)
            note(fact.expiresDate, rules.leeway(after: fact), rules.billingRetryPeriod)
        }
        for fact in renewals {
            guard fact.statedDate <= date else { return nil }
            note(fact.gracePeriodExpiresDate)
            note(fact.renewalDate)
        }
        return end
    }
}
