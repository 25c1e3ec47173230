import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@Suite("Which periods another product has replaced")
struct PeriodReplacementTests {
    /// How much of a period was left when another product began, and why that began.
    struct Rest: CustomTestStringConvertible, Sendable {
        let rest: TimeInterval
        let length: TimeInterval
        let reason: TransactionReason?
        let isReplaced: Bool

        var testDescription: String { "\(rest) of \(length) seconds, \(reason?.rawValue ?? "no reason")" }

        init(_ rest: TimeInterval, of length: TimeInterval, _ reason: TransactionReason?, _ isReplaced: Bool) {
            (self.rest, self.length, self.reason, self.isReplaced) = (rest, length, reason, isReplaced)
        }
    }

    private static let month: TimeInterval = 30 * 86_400

    private static let rests: [Rest] = [
        Rest(month - 1, of: month, nil, true),
        Rest(86_401, of: month, nil, true),
        Rest(86_400, of: month, nil, false),
        Rest(0, of: month, nil, false),
        Rest(-86_400, of: month, nil, false),
        Rest(3_600, of: month, .purchase, true),
        Rest(2, of: month, .purchase, true),
        Rest(1, of: month, .purchase, false),
        Rest(0, of: month, .purchase, false),
        Rest(10 * 86_400, of: month, .renewal, false),
        Rest(3_600, of: month, .renewal, false),
        Rest(86_401, of: 3 * 86_400, nil, true),
        // The sandbox has months of five minutes.
        Rest(200, of: 300, nil, true),
        Rest(100, of: 300, nil, false),
        Rest(100, of: 300, .purchase, true),
        Rest(100, of: 300, .renewal, false),
    ]

    @Test("What was bought in the middle of a period replaces it, what follows it does not", arguments: rests)
    func clearly(row: Rest) {
        let end = Sample.day(0) + row.length
        let old = Sample.period("1", from: 0) { $0.expiresDate = end }
        let new = Sample.period("2", from: 0, product: "premium") {
            $0.purchaseDate = end - row.rest
            $0.statedDate = end - row.rest
            $0.expiresDate = end - row.rest + Self.month
            $0.transactionReason = row.reason
        }
        let expected: [Int: Date] = row.isReplaced ? [0: new.purchaseDate] : [:]
        #expect([old, new].replacementDates() == expected)
    }

    @Test("The same product, renewed ahead, replaces nothing")
    func sameProduct() {
        #expect([Sample.period("1", from: 0), Sample.period("2", from: 12)].replacementDates().isEmpty)
    }

    @Test("Of two that begin at one moment the first of the chain is replaced, and of others none")
    func stillClock() {
        let first = Sample.period("1", from: 0)
        let (second, third) = (Sample.period("2", from: 0, product: "premium"), Sample.period("3", from: 0))
        #expect([first, second].replacementDates() == [0: Sample.day(0)])
        #expect([second, first].replacementDates() == [1: Sample.day(0)])
        #expect([second, third].replacementDates().isEmpty)
    }

    @Test("What the App Store calls upgraded needs no proof")
    func stated() {
        let old = Sample.period("1", from: 0) { $0.isUpgraded = true }
        #expect([old, Sample.period("2", from: 12, product: "premium")].replacementDates().isEmpty)
    }

    @Test("Each is replaced by the next one, in whatever order they are known", arguments: UInt64(1)...20)
    func severalTimes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let periods = [
            Sample.period("1", from: 0, product: "basic"), Sample.period("2", from: 30, product: "basic"),
            Sample.period("3", from: 35, product: "plus"), Sample.period("4", from: 40, product: "premium"),
            Sample.period("5", from: 70, product: "basic"),
        ].shuffled(using: &random)
        let dates = periods.replacementDates().map { index, date in (periods[index].transactionID, date) }
        let expected = ["2": Sample.day(35), "3": Sample.day(40)]
        #expect(Dictionary(dates, uniquingKeysWith: min) == expected, "seed \(seed)")
    }

    @Test("Until the other product has begun the period is what was paid for, and access ends then")
    func beginning() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0), Sample.period("2", from: 12, product: "premium"),
        ])
        let before = facts.entitlements(at: Sample.day(11))
        #expect(before.map(\.productID) == ["monthly"])
        #expect(before.map(\.state) == [.active])
        #expect(before.map(\.accessEndDate) == [Sample.day(12) - EntitlementRules().clockTolerance])
        #expect(facts.entitlements(at: Sample.day(12)).map(\.state) == [.upgraded, .active])
    }
}
