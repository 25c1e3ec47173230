import Entitlements
import Foundation

/// Until when a reader of that interface takes something for active.
struct RevenueCatSpan {
    /// The end; nil for never.
    let expires: Date?
    /// A later end, while access goes on although the period is over.
    let grace: Date?

    /// The later of both.
    var lastMoment: Date { max(expires ?? .distantFuture, grace ?? .distantPast) }

    private init(expires: Date?, grace: Date? = nil) {
        self.expires = expires
        self.grace = grace
    }

    /// Nil for what gives no access at any time: a consumable.
    ///
    /// - Parameter periodEnd: The end of the period that was paid, of which an entitlement in its grace period is silent.
    init?(_ entitlement: Entitlement, periodEnd: Date?, at date: Date) {
        guard entitlement.state != .bought else { return nil }
        guard entitlement.isEntitled else {
            let ends = [entitlement.revocationDate, entitlement.accessEndDate, entitlement.expiresDate]
            self.init(ended: ends.compactMap(\.self).min(), at: date)
            return
        }
        let end = entitlement.state == .gracePeriod ? periodEnd ?? entitlement.expiresDate : entitlement.expiresDate
        guard let expires = end else {
            self.init(expires: entitlement.accessEndDate)
            return
        }
        self.init(expires: expires, grace: expires > date ? nil : entitlement.accessEndDate)
    }

    init(_ grant: Grant, at date: Date) {
        if grant.grant.startDate <= date, grant.lastMoment.map({ date < $0 }) ?? true {
            self.init(expires: grant.lastMoment)
        } else {
            self.init(ended: grant.lastMoment, at: date)
        }
    }

    /// Readers count whole seconds, and the last of them as active: what has ended did so at least a second ago.
    private init(ended end: Date?, at date: Date) {
        self.init(expires: min(end ?? .distantFuture, date.addingTimeInterval(-1)))
    }
}
