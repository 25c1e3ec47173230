import AppStoreModels
import Foundation

/// What the numbers that a store writes down can be. Everything that is read is held against these, so that nothing which
/// is counted on, added to or looked up later goes beyond the end of its type.
enum StoredRange {
    /// The years 1 to 9999: what the formats of the App Store can write.
    static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// Identifiers of digits are the App Store's, of eighteen digits at most.
    static let identifiers: ClosedRange<Int64> = 0...999_999_999_999_999_999
    /// How many events, identifiers or renewals there can be.
    static let counts = 0...4_000_000_000_000
    /// How many a state from elsewhere may have: less, so that what is counted on can be read again.
    static let countsFromElsewhere = 0...1_000_000_000_000
    /// How long something takes or how far a clock jumps, in seconds: up to thirty thousand years.
    static let seconds: ClosedRange<Double> = -1e12...1e12
    static let quantities = 1...10
    static let billingDays = 1...31
}

extension Date {
    /// The last millisecond of the year 9999: what falls due later than that never does.
    static let latestInStore = Date(millisecondsSince1970: StoredRange.milliseconds.upperBound)

    /// A date that was written down; nil if no store can have written it.
    init?(checking milliseconds: Int64) {
        guard StoredRange.milliseconds.contains(milliseconds) else { return nil }
        self.init(millisecondsSince1970: milliseconds)
    }
}

extension StoreEvent {
    /// The first number that no store can have written; nil if there is none.
    var nonsense: String? {
        guard StoredRange.counts.contains(identifierCount) else { return "\(identifierCount) identifiers" }
        return transactions.firstNonsense(\.nonsense) ?? subscription?.nonsense ?? attempt?.nonsense
            ?? faultState?.nonsense ?? fault?.nonsense
    }
}

extension StoreTransaction {
    fileprivate var nonsense: String? {
        StoredRange.quantities.contains(quantity) ? nil : "a quantity of \(quantity)"
    }
}

extension StoreSubscription {
    fileprivate var nonsense: String? {
        guard StoredRange.billingDays.contains(billingDay) else { return "day \(billingDay) of a month" }
        return StoredRange.counts.contains(renewalCount) ? nil : "\(renewalCount) renewals"
    }
}

extension PurchaseAttempt {
    var nonsense: String? {
        StoredRange.quantities.contains(request.quantity) ? nil : "a quantity of \(request.quantity)"
    }
}

extension FaultState {
    var nonsense: String? { faults.firstNonsense(\.nonsense) }
}

extension StoreFault {
    fileprivate var nonsense: String? {
        if let seconds = parameters.seconds, !StoredRange.seconds.contains(seconds) { return "\(seconds) seconds" }
        if let remaining, !StoredRange.counts.contains(remaining) { return "a fault that strikes \(remaining) times" }
        return nil
    }
}

extension Array {
    func firstNonsense(_ nonsense: (Element) -> String?) -> String? {
        for element in self {
            if let found = nonsense(element) { return found }
        }
        return nil
    }
}

extension SnapshotState {
    /// Refuses numbers that no store can have written.
    func checkRanges() throws(StoreError) {
        guard StoredRange.counts.contains(identifierCount) else {
            throw ByteReader.damaged("\(identifierCount) identifiers were given out")
        }
        guard StoredRange.counts.contains(eventCount) else {
            throw ByteReader.damaged("it counts \(eventCount) events")
        }
        if let nonsense = attempts.firstNonsense(\.nonsense) ?? faults.nonsense { throw ByteReader.damaged(nonsense) }
    }
}

extension StoreEngine {
    /// Refuses a state that counts so far that what it counts on from there could not be read again.
    func checkCountsFromElsewhere() throws(StoreError) {
        for count in [eventCount, identifiers.count] where !StoredRange.countsFromElsewhere.contains(count) {
            throw ByteReader.damaged("it counts \(count)")
        }
    }
}
