import AppStoreModels
import Entitlements
import Foundation
import Testing

/// One row of the table of transitions: what was known, what becomes known or how much time passes, and what holds before
/// and after.
struct Transition: CustomTestStringConvertible, Sendable {
    /// What holds at a day.
    struct Standing: Sendable {
        var day: Double
        var product: String = "monthly"
        var state: EntitlementState
        var phase: SubscriptionPhase
        var reason: EntitlementReason
        var conditions: [EntitlementCondition] = []
        /// The day until which access is owed, or was.
        var until: Double?
    }

    let name: String
    var known: [Event]
    var from: Standing
    var event: [Event] = []
    var to: Standing
    var rules = EntitlementRules()

    var testDescription: String { name }

    /// Something that the App Store states.
    enum Event: Sendable {
        case purchase(PurchaseFact)
        case renewal(RenewalFact)
    }

    static func facts(_ events: [Event]) -> PurchaseFacts {
        events.reduce(into: PurchaseFacts()) { facts, event in
            switch event {
            case .purchase(let fact): facts.insert(fact)
            case .renewal(let fact): facts.insert(fact)
            }
        }
    }
}

extension Transition.Event {
    /// A period of 30 days at the usual price.
    static func period(
        _ id: String,
        from day: Double,
        stated: Double? = nil,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> Self {
        .purchase(Sample.period(id, from: day, stated: stated, change))
    }

    /// The same by an offer.
    static func offer(_ id: String, from day: Double, _ type: OfferType, free: Bool = false) -> Self {
        period(id, from: day) {
            $0.offerType = type
            $0.isFreeTrial = free
        }
    }

    /// A period whose money was given back.
    static func refund(_ id: String, from day: Double, on date: Double) -> Self {
        period(id, from: day, stated: date) { $0.revocationDate = Sample.day(date) }
    }

    static func shared(_ id: String, from day: Double) -> Self {
        period(id, from: day) { $0.inAppOwnershipType = .familyShared }
    }

    static func on(_ day: Double) -> Self { told(day) { $0.autoRenewStatus = .on } }

    static func off(_ day: Double) -> Self { told(day) { $0.autoRenewStatus = .off } }

    static func ended(_ day: Double, _ intent: ExpirationIntent) -> Self {
        told(day) {
            $0.autoRenewStatus = .off
            $0.expirationIntent = intent
        }
    }

    /// A renewal failed.
    static func failed(_ day: Double, graceUntil grace: Double? = nil) -> Self {
        told(day) {
            $0.autoRenewStatus = .on
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpiresDate = grace.map(Sample.day)
        }
    }

    static func price(_ day: Double, _ status: PriceIncreaseStatus) -> Self {
        told(day) {
            $0.autoRenewStatus = .on
            $0.priceIncreaseStatus = status
        }
    }

    static func next(_ day: Double, _ product: String) -> Self {
        told(day) {
            $0.autoRenewStatus = .on
            $0.autoRenewProductID = product
        }
    }

    static func told(_ day: Double, _ change: (inout RenewalFact) -> Void) -> Self {
        .renewal(Sample.renewal(stated: day, change))
    }
}

extension Transition.Standing {
    static func active(
        _ day: Double,
        _ phase: SubscriptionPhase = .paid,
        _ conditions: [EntitlementCondition] = [],
        until: Double = 30,
        product: String = "monthly"
    ) -> Self {
        Self(
            day: day,
            product: product,
            state: .active,
            phase: phase,
            reason: phase == .trial ? .freeTrial : .paidPeriod,
            conditions: conditions,
            until: until
        )
    }

    static func grace(_ day: Double, until: Double = 46) -> Self {
        Self(day: day, state: .gracePeriod, phase: .gracePeriod, reason: .billingError, until: until)
    }

    static func retry(_ day: Double, until: Double = 30) -> Self {
        Self(day: day, state: .billingRetry, phase: .billingRetry, reason: .billingError, until: until)
    }

    static func expired(
        _ day: Double,
        _ reason: EntitlementReason,
        until: Double = 30,
        product: String = "monthly",
        _ conditions: [EntitlementCondition] = []
    ) -> Self {
        Self(
            day: day,
            product: product,
            state: .expired,
            phase: .expired,
            reason: reason,
            conditions: conditions,
            until: until
        )
    }

    static func refunded(_ day: Double, until: Double) -> Self {
        Self(day: day, state: .revoked, phase: .refunded, reason: .refunded, until: until)
    }
}
