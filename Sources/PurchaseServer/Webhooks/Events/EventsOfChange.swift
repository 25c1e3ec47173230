import Entitlements
import Foundation

/// What happened between two standings of one chain: a pure function.
///
/// Told and now may be far apart, when a server was away or notifications were lost: then only what is true now is told,
/// each event once.
struct EventsOfChange {
    /// In either the person has what was bought: which of them is said as soon as the kind of product is known.
    private static let holding: Set<EntitlementState> = [.active, .bought]

    /// In the order in which they happened.
    private(set) var types: [PurchaseEventType] = []

    /// - Parameters:
    ///   - told: What was told last; nil if the chain is new.
    ///   - now: What is true now.
    init(from told: PurchaseStanding?, to now: PurchaseStanding) {
        guard let told else {
            types = [Self.beginning(of: now)]
            compareState(now.atItsBeginning, now)
            compareRenewal(now.atItsBeginning, now)
            return
        }
        if told.isFollowed(by: now) {
            types = Self.next(told, now)
            compareState(now.atItsBeginning, now)
            // Who comes back turns renewal on by it.
            let isBack = told.state == .expired || told.state == .revoked
            compareRenewal(isBack ? now.atItsBeginning : told.autoRenewing(now.productID), now)
        } else if told.transactionID == now.transactionID {
            compareState(told, now)
            compareRenewal(told, now)
        } else {
            // Back to one that was told of before: the money for it, or for one that was refunded after it, was taken again.
            let isTakenBack = told.state == .revoked || told.refundedTransactionID == now.transactionID
            if isTakenBack, now.state != .revoked { types = [.refundReversed] }
            compareRenewal(told.autoRenewing(now.productID), now)
        }
    }

    private static func beginning(of standing: PurchaseStanding) -> PurchaseEventType {
        guard standing.isSubscription else { return .oneTimePurchased }
        return standing.isFreeTrial ? .trialStarted : .subscriptionStarted
    }

    /// A newer transaction of the chain.
    private static func next(_ told: PurchaseStanding, _ now: PurchaseStanding) -> [PurchaseEventType] {
        guard now.isSubscription else { return [.oneTimePurchased] }
        var types: [PurchaseEventType] = told.productID == now.productID ? [] : [.productChanged]
        if told.isFreeTrial, !now.isFreeTrial {
            types.append(.trialConverted)
        } else if told.state == .expired || told.state == .revoked {
            types.append(.subscriptionResumed)
        } else if told.state == .billingRetry || told.state == .gracePeriod {
            types.append(.billingRecovered)
        } else {
            types.append(.subscriptionRenewed)
        }
        return types
    }

    private mutating func compareState(_ before: PurchaseStanding, _ now: PurchaseStanding) {
        let isLonger = (now.expiresDate ?? .distantFuture) > (before.expiresDate ?? .distantFuture)
        if isLonger, before.transactionID == now.transactionID, now.isEntitled, now.state != .gracePeriod,
            before.state != .gracePeriod
        {
            types.append(.subscriptionExtended)
        }
        guard before.state != now.state else { return }
        switch now.state {
        case .gracePeriod: types.append(.gracePeriodStarted)
        case .billingRetry: types.append(.billingRetryStarted)
        case .expired: types.append(.expired)
        case .revoked: types.append(now.reason == .familySharingEnded ? .familyAccessEnded : .refunded)
        case .active, .bought:
            if before.state == .revoked {
                types.append(.refundReversed)
            } else if before.state == .billingRetry || before.state == .gracePeriod {
                types.append(.billingRecovered)
            } else if !isLonger, !Self.holding.contains(before.state) {
                types.append(.subscriptionResumed)
            }
        default: break
        }
    }

    private mutating func compareRenewal(_ before: PurchaseStanding, _ now: PurchaseStanding) {
        guard now.isSubscription, now.isEntitled || now.state == .billingRetry else { return }
        switch (before.willAutoRenew, now.willAutoRenew) {
        case (true, false): types.append(.renewalTurnedOff)
        case (false, true): types.append(.renewalTurnedOn)
        default: break
        }
        guard now.willAutoRenew == true else { return }
        let (planned, next) = (before.plannedProductID, now.plannedProductID)
        if planned != next { types.append(next == now.productID ? .productChangeCancelled : .productChangeScheduled) }
    }
}

extension PurchaseStanding {
    /// The product that the next renewal buys.
    fileprivate var plannedProductID: String { autoRenewProductID ?? productID }

    /// The same with the product that a newer transaction has, so that a change that took place is not one that is planned.
    fileprivate func autoRenewing(_ productID: String) -> PurchaseStanding {
        var standing = self
        standing.productID = productID
        standing.autoRenewProductID = productID
        return standing
    }
}
