public import Foundation

/// The length of a subscription's period: a number of days, weeks, months or years.
// Sendable is safe: every stored property is immutable and Sendable.
open class SKProductSubscriptionPeriod: NSObject, @unchecked Sendable {
    private let storedNumberOfUnits: Int
    private let storedUnit: SKProduct.PeriodUnit

    /// No days, for subclasses.
    public override init() {
        storedNumberOfUnits = 0
        storedUnit = .day
        super.init()
    }

    init(numberOfUnits: Int, unit: SKProduct.PeriodUnit) {
        storedNumberOfUnits = numberOfUnits
        storedUnit = unit
        super.init()
    }

    /// How many units the period has.
    open var numberOfUnits: Int { storedNumberOfUnits }

    /// The unit that is counted.
    open var unit: SKProduct.PeriodUnit { storedUnit }
}
