public import Foundation

/// What becomes of a customer's subscription by buying another one of its group, or what the customer has asked for already.
public struct PlanChange: Sendable, Hashable {
    /// Which way it goes.
    public enum Direction: String, Sendable, Hashable {
        /// There is nothing to change: a subscription begins.
        case start
        /// It is the customer's own subscription already.
        case same
        /// To a higher level of service.
        case upgrade
        /// To a lower level of service.
        case downgrade
        /// To another subscription of the same level.
        case crossgrade
        /// The levels are not known: the store says them from iOS 16.4 on.
        case unknown
    }

    /// From when on it counts.
    public enum Effect: Sendable, Hashable {
        /// As soon as it is bought.
        case atOnce
        /// When the current period ends.
        case on(Date)
        /// Not known: the levels, or the end of the current period.
        case unknown
    }

    /// Which way it goes.
    public let direction: Direction
    /// The product of the subscription afterwards.
    public let productID: String
    /// The product that it takes the place of; nil if there is none.
    public let replaces: String?
    /// From when on it counts.
    public let takesEffect: Effect

    /// What an app may say to the developer or to a log.
    public var explanation: String {
        let when =
            switch takesEffect {
            case .atOnce: "at once"
            case .on(let date): "on \(date.formatted(.iso8601))"
            case .unknown: "at a time that is not known"
            }
        return "\(direction.rawValue) to \(productID)" + (replaces.map { ", replacing \($0)," } ?? "") + " \(when)"
    }
}

/// A subscription as the rules of its group see it.
struct PlanPosition: Sendable, Hashable {
    var productID: String
    /// 1 is the highest; nil if it is not known.
    var level: Int?
    var length: PeriodLength?
}

extension PlanChange {
    /// What buying `next` does to a customer who has `current`: an upgrade counts at once, a downgrade when the period ends, and
    /// a change on the same level at once if the periods are equally long, else when the period ends. Source: Apple, "Offering
    /// auto-renewable subscriptions".
    ///
    /// - Parameters:
    ///   - current: What the customer has; nil for nothing.
    ///   - next: What would be bought.
    ///   - renewalDate: When the current period ends; nil if that is not known.
    init(from current: PlanPosition?, to next: PlanPosition, renewalDate: Date?) {
        productID = next.productID
        guard let current else {
            (direction, replaces, takesEffect) = (.start, nil, .atOnce)
            return
        }
        let atRenewal = renewalDate.map(Effect.on) ?? .unknown
        guard current.productID != next.productID else {
            (direction, replaces, takesEffect) = (.same, nil, .atOnce)
            return
        }
        replaces = current.productID
        guard let level = current.level, let nextLevel = next.level else {
            (direction, takesEffect) = (.unknown, .unknown)
            return
        }
        if nextLevel < level {
            (direction, takesEffect) = (.upgrade, .atOnce)
        } else if nextLevel > level {
            (direction, takesEffect) = (.downgrade, atRenewal)
        } else {
            let isEquallyLong = current.length != nil && current.length == next.length
            (direction, takesEffect) = (.crossgrade, isEquallyLong ? .atOnce : atRenewal)
        }
    }
}
