import Foundation
import PurchaseFigures

/// What a subject added to the rows when it was booked last, in few octets: there is one such list for each chain and
/// each person.
///
/// Each entry is the place of its measure in ``measures``, and seven numbers in groups of seven bits, the lowest first,
/// negative ones folded between the positive ones. A day is told by how far it is from that of the entry before.
struct BookedEntries {
    /// A row, and what is added to it.
    struct Entry: Hashable {
        var key: StoredRowKey
        var count: Int64
        var amount: Amount
    }

    var entries: [Entry] = []

    /// The measures in the order of their octets; new ones are appended, none is ever moved or removed.
    static let measures: [Measure] = [
        .new, .reactivated, .expansion, .contraction, .churned, .transferred, .renewed, .lapsed, .retained, .lost,
        .trialStarted, .trialEnded, .trialConverted, .trialLost, .sold, .refunded, .proceeds, .priceMissing,
        .rateMissing, .billingFailed, .billingRecovered, .billingLost, .consentAsked, .consentGiven, .consentRefused,
        .customers, .payers, .customerRevenue, .proceedsMissing, .lostAfterChange, .lostAfterMove,
        .retentionLost, .lostAfterStorefront, .lostAfterCurrency, .lostAfterEither, .lostAfterPrice, .lostAfterAny,
    ]

    private static let places = Dictionary(uniqueKeysWithValues: zip(measures, 0...).map { ($0, UInt8($1)) })

    init(_ entries: [Entry]) { self.entries = entries }

    /// Reads what ``data`` wrote.
    ///
    /// - Returns: nil if it is anything else.
    init?(_ data: Data) {
        var rest = data[...]
        var day: Int64 = 0
        while let place = rest.popFirst() {
            guard Self.measures.indices.contains(Int(place)) else { return nil }
            var numbers: [Int64] = []
            for _ in 0..<7 {
                guard let number = Self.number(&rest) else { return nil }
                numbers.append(number)
            }
            let (moved, overflow) = day.addingReportingOverflow(numbers[0])
            guard !overflow, let own = Int32(exactly: moved), let cohort = Int32(exactly: numbers[2]),
                let step = Int32(exactly: numbers[3])
            else { return nil }
            day = moved
            entries.append(
                Entry(
                    key: StoredRowKey(
                        measure: Self.measures[Int(place)],
                        day: Day(rawValue: own),
                        segment: numbers[1],
                        cohort: cohort,
                        step: step
                    ),
                    count: numbers[4],
                    amount: Amount(units: numbers[5], nanos: numbers[6])
                )
            )
        }
    }

    /// The entries in octets.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, for a measure that has no place here.
    func data() throws(PurchaseServerError) -> Data {
        var data = Data()
        var day: Int64 = 0
        for entry in entries {
            guard let place = Self.places[entry.key.measure] else {
                throw PurchaseServerError(.databaseDamaged, "the measure \(entry.key.measure) cannot be stored")
            }
            data.append(place)
            let own = Int64(entry.key.day.rawValue)
            for number in [
                own - day, entry.key.segment, Int64(entry.key.cohort), Int64(entry.key.step), entry.count,
                entry.amount.units, entry.amount.nanos,
            ] { Self.append(number, to: &data) }
            day = own
        }
        return data
    }

    private static func append(_ number: Int64, to data: inout Data) {
        var folded = UInt64(bitPattern: (number << 1) ^ (number >> 63))
        while folded >= 0x80 {
            data.append(UInt8(truncatingIfNeeded: folded) | 0x80)
            folded >>= 7
        }
        data.append(UInt8(truncatingIfNeeded: folded))
    }

    private static func number(_ rest: inout Data.SubSequence) -> Int64? {
        var folded: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let octet = rest.popFirst() else { return nil }
            folded |= UInt64(octet & 0x7F) << shift
            if octet & 0x80 == 0 { return Int64(bitPattern: (folded >> 1) ^ (0 &- (folded & 1))) }
        }
        return nil
    }
}

/// What tells stored rows apart: a ``RowKey`` whose segment has a number.
struct StoredRowKey: Hashable {
    let measure: Measure
    let day: Day
    let segment: Int64
    let cohort: Int32
    let step: Int32
}
