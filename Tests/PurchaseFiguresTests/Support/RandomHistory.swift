import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import TestSupport

/// A chain that somebody may have had, and what it paid from when to when, written down while it was made up.
struct RandomHistory {
    /// What was paid a month in a stretch of time.
    struct Stretch {
        var start: Date
        var end: Date
        var monthly: Decimal
    }

    struct Plan {
        var product: String
        var days: Double
        var price: Decimal
        var monthly: Decimal
    }

    private(set) var purchases: [PurchaseFact] = []
    private(set) var renewals: [RenewalFact] = []
    private(set) var stretches: [Stretch] = []
    let chain: String
    private var random: SeededGenerator

    static let plans = [
        Plan(product: "weekly", days: 7, price: 7, monthly: 28),
        Plan(product: "monthly", days: 30, price: 10, monthly: 10),
        Plan(product: "quarterly", days: 91, price: 27, monthly: 9),
        Plan(product: "yearly", days: 365, price: 96, monthly: 8),
    ]

    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    init(chain: String, seed: UInt64) {
        self.chain = chain
        random = SeededGenerator(seed: seed)
        // An odd second, so that nothing happens at midnight.
        var now = Self.start.addingTimeInterval(Double(Int.random(in: 0..<100, using: &random)) * 86_400 + 40_271)
        var plan = pick()
        if chance(3) { now = trial(plan, at: now) }
        for number in 0..<Int.random(in: 1...9, using: &random) {
            guard let next = period(number, &plan, at: now) else { break }
            now = next
        }
    }

    var facts: PurchaseFacts { PurchaseFacts(purchases: purchases, renewals: renewals) }

    /// What is paid a month at a moment: of overlapping stretches the one that began last.
    func monthly(at date: Date) -> Decimal? {
        stretches.last { $0.start <= date && date < $0.end }?.monthly
    }

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
    private mutating func pick() -> Plan { Self.plans.randomElement(using: &random) ?? Self.plans[0] }
    private mutating func hours(_ range: ClosedRange<Int>) -> TimeInterval {
        Double(Int.random(in: range, using: &random)) * 3600 + 7
    }

    private func fact(_ id: String, _ plan: Plan, _ start: Date, _ price: Decimal) -> PurchaseFact {
        var fact = PurchaseFact(
            transactionID: "\(chain)-\(id)",
            originalTransactionID: chain,
            productID: plan.product,
            environment: .production,
            purchaseDate: start,
            statedDate: start
        )
        fact.productType = .autoRenewableSubscription
        fact.expiresDate = start.addingTimeInterval(plan.days * 86_400)
        fact.price = price
        fact.currency = "USD"
        fact.storefront = ["USA", "DEU", "JPN"][Int(chain.utf8.last ?? 0) % 3]
        return fact
    }

    private mutating func trial(_ plan: Plan, at start: Date) -> Date {
        var free = fact("trial", plan, start, 0)
        let end = start.addingTimeInterval(7 * 86_400)
        free.expiresDate = end
        free.isFreeTrial = true
        purchases.append(free)
        return end.addingTimeInterval(chance(3) ? hours(30...900) : 0)
    }

    /// One paid period, and when the next begins; nil if there is none.
    private mutating func period(_ number: Int, _ plan: inout Plan, at start: Date) -> Date? {
        let raise: Decimal = chance(6) ? 2 : 1
        plan.price *= raise
        plan.monthly *= raise
        let paid = fact("\(number)", plan, start, plan.price)
        purchases.append(paid)
        let end = start.addingTimeInterval(plan.days * 86_400)
        stretches.append(Stretch(start: start, end: end, monthly: plan.monthly))
        let mine = stretches.count - 1
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            return refund(paid, mine, end)
        case 1:
            let moment = start.addingTimeInterval(hours(1...100))
            stretches[mine].end = moment
            var upgraded = paid
            upgraded.isUpgraded = true
            upgraded.statedDate = moment
            purchases.append(upgraded)
            let former = plan.product
            repeat { plan = pick() } while plan.product == former
            return moment
        case 2:
            return failure(mine, end)
        case 3:
            return end.addingTimeInterval(hours(2...2000))
        case 4:
            plan = pick()
            return end
        case 5 where number > 2:
            return nil
        default:
            return end
        }
    }

    private mutating func refund(_ paid: PurchaseFact, _ mine: Int, _ end: Date) -> Date? {
        let moment = paid.purchaseDate.addingTimeInterval(hours(1...150))
        var revoked = paid
        revoked.revocationDate = moment
        revoked.statedDate = moment
        purchases.append(revoked)
        let monthly = stretches[mine].monthly
        stretches[mine].end = moment
        guard chance(2) else { return end.addingTimeInterval(hours(2...500)) }
        let back = moment.addingTimeInterval(hours(1...10))
        var reversed = paid
        reversed.statedDate = back
        purchases.append(reversed)
        stretches.append(Stretch(start: back, end: end, monthly: monthly))
        return end
    }

    private mutating func failure(_ mine: Int, _ end: Date) -> Date? {
        var failed = RenewalFact(originalTransactionID: chain, environment: .production, statedDate: end)
        failed.isInBillingRetryPeriod = true
        let grace = end.addingTimeInterval(6 * 86_400)
        if chance(2) {
            failed.gracePeriodExpiresDate = grace
            stretches[mine].end = grace
        }
        renewals.append(failed)
        return chance(3) ? nil : end.addingTimeInterval(hours(10...1000))
    }
}

/// Many of them.
struct RandomShop {
    let histories: [RandomHistory]
    let rules = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))

    init(seed: UInt64, chains: Int = 24) {
        histories = (0..<chains).map { RandomHistory(chain: "c\($0)", seed: seed &* 1_000 &+ UInt64($0)) }
    }

    func monthly(at day: Day) -> Decimal {
        histories.compactMap { $0.monthly(at: day.start) }.reduce(0, +)
    }

    func subscriptions(at day: Day) -> Int {
        histories.count { $0.monthly(at: day.start) != nil }
    }

    var rows: FigureRows { FigureRows(histories.flatMap { rules.contributions(of: $0.facts) }) }
}
