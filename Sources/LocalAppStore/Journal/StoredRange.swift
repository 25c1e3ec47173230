import AppStoreModels
import Foundation

/// What the numbers that a store writes down can be. Everything that is read is held against these, so that nothing which
/// is counted on, added to or looked up later goes beyond the end of its type; what is written is held against the same.
enum StoredRange {
    /// The years 1 to 9999: what the formats of the App Store can write.
    static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// Identifiers of digits are the App Store's, of eighteen digits at most.
    static let identifiers: ClosedRange<Int64> = 0...999_999_999_999_999_999
    /// How many events, identifiers or renewals there can be.
    static let counts = 0...4_000_000_000_000
    /// How many a state from elsewhere may have: less, so that what is counted on can be read again.
    static let countsFromElsewhere = 0...1_000_000_000_000
    /// How long something takes, in seconds: up to a hundred years, so that dates stay in the years that can be written.
    static let delays: ClosedRange<Double> = 0...3_155_760_000
    /// How far a clock jumps, in seconds; negative for back.
    static let jumps: ClosedRange<Double> = -3_155_760_000...3_155_760_000
    static let reviewSeconds = 0...3_155_760_000
    static let quantities = 1...10
    static let billingDays = 1...31
    /// Parts of a whole, in thousandths of a percent.
    static let shares = 0...100_000
    /// How many of something there are, where none would mean nothing.
    static let atLeastOne = 1...Int.max
    /// What one of something can cost, in units of a currency; a catalogue's price beyond that counts as the nearest one.
    static let prices: ClosedRange<Decimal> = 0...10_000_000_000_000
    /// What many of it can cost together.
    static let amounts: ClosedRange<Decimal> = 0...10_000_000_000_000_000
    /// The price of an item of Advanced Commerce, in thousandths: any of ``prices`` moves there with its subscription.
    static let thousandths: ClosedRange<Int64> = 0...10_000_000_000_000_000
    /// How many items there are together: five times as many as a request may name. All their prices can be added up.
    static let items = 0...5 * CommerceRequest.maximumItems
}

extension ClosedRange {
    /// Refuses the value of a member that is out of the range; a member without value is not.
    func check(_ value: Bound?, _ member: String) throws(Nonsense) {
        guard let value, !contains(value) else { return }
        throw Nonsense("\(member) is \(value); it must be between \(lowerBound) and \(upperBound)")
    }
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

extension Decimal {
    /// The nearest price that can be written down.
    var nearestPrice: Decimal {
        Swift.min(Swift.max(StoredRange.prices.lowerBound, self), StoredRange.prices.upperBound)
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
