import Foundation

/// Where somebody stands with a subscription.
struct SimulatedWalk {
    var plan: SimulatedPlan
    var start: Date
    var end: Date
    var transaction: String
    var price: Decimal
    /// The product that is paid for.
    var paidProduct = ""
    /// What is paid a month, in US dollars.
    var monthly: Decimal = 0
    /// Whether it was ever paid for.
    var hasBegun = false
    /// Whether it is paid for without a gap since the last period.
    var isRunning = false
    /// Whether it was never let go: only then renewals are counted on.
    var isFirstStretch = true
    var renewals = 0
    var firstPaid: Date

    init(plan: SimulatedPlan, start: Date, transaction: String, price: Decimal) {
        (self.plan, self.start, self.transaction, self.price) = (plan, start, transaction, price)
        (end, firstPaid) = (start, start)
    }
}

/// What becomes of a period.
enum SimulatedFate {
    /// The money is given back, and access ends.
    case refund(Date)
    /// Renewal is switched off.
    case cancel(Date)
    /// The charge for the next one fails.
    case failure
    /// Another plan begins before it ends.
    case upgrade(Date, SimulatedPlan)
    /// The customer is told that the next one is dearer.
    case dearer(Date)
    /// The next one follows.
    case renewal(SimulatedPlan)
}
