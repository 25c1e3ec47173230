import AppStoreModels
import Entitlements
import Foundation

/// The books of one chain while they are written.
struct ChainBooking {
    let chain: PurchaseChain
    let rules: FigureRules
    let app: String
    let periods: [ChainPeriod]
    let walk: ChainWalk
    /// What each period is a month; zero for trials and where it is not known.
    let monthly: [Amount]
    private(set) var contributions: [Contribution] = []

    init(_ chain: PurchaseChain, app: String, _ rules: FigureRules) {
        self.chain = chain
        self.rules = rules
        self.app = app
        periods = chain.periods(rules)
        walk = ChainWalk(periods)
        monthly = Self.monthly(periods, rules)
    }

    mutating func add(
        _ measure: Measure,
        _ day: Day,
        _ segment: Segment,
        cohort: Int32 = 0,
        step: Int32 = 0,
        count: Int64 = 1,
        amount: Amount = .zero
    ) {
        let key = RowKey(measure, day: day, segment: segment, cohort: cohort, step: step)
        contributions.append(Contribution(key, count: count, amount: amount))
    }

    func segment(of row: ChainRow) -> Segment { chain.segment(of: row, app: app) }

    /// A period that follows another without a lapse, at the same price, keeps what that was worth: otherwise
    /// exchange rates would look as if people paid more or less.
    private static func monthly(_ periods: [ChainPeriod], _ rules: FigureRules) -> [Amount] {
        var result: [Amount] = []
        var former: (price: PeriodPrice, amount: Amount?, end: Date)?
        for (index, period) in periods.enumerated() {
            guard !period.isTrial else {
                result.append(.zero)
                former = nil
                continue
            }
            let price = PeriodPrice(period.row, after: index > 0 ? periods[index - 1].row : nil, rules)
            var amount: Amount?
            if let former, former.price == price, former.end >= period.start { amount = former.amount }
            amount = amount ?? price.monthly(on: Day(period.start), rules)
            result.append(amount ?? .zero)
            former = (price, amount, period.active.last?.upperBound ?? period.start)
        }
        return result
    }
}

extension PurchaseChain {
    /// - Parameter app: The app, where no transaction names it.
    func segment(of row: ChainRow, app: String) -> Segment {
        Segment(
            app: row.fact.bundleID ?? bundleID ?? app,
            product: row.fact.productID,
            storefront: row.fact.storefront ?? "",
            environment: row.fact.environment.rawValue,
            currency: row.fact.currency ?? ""
        )
    }
}
