import AppStoreModels
import Entitlements
import Foundation

/// The life of one customer while it is made up.
struct SimulatedLife {
    let number: Int
    let shop: SimulatedShop
    let country: SimulatedCountry
    private(set) var facts = PurchaseFacts()
    private(set) var tallies: [SimulatedTally] = []
    private(set) var stretches: [SimulatedStretch] = []
    var random: SimulatedRandom

    private let arrival: Date
    private var transactions = 0
    private var original = ""

    init(number: Int, from arrival: Date, in shop: SimulatedShop, random: SimulatedRandom) {
        var random = random
        (self.number, self.shop, self.arrival) = (number, shop, arrival)
        country = random.pick(SimulatedCountry.all, by: \.share) ?? SimulatedCountry.all[0]
        self.random = random
    }

    mutating func live() {
        let kind = random.number(0...99)
        if kind < 14 {
            buy(kind < 9 ? "seeds.bag" : "almanac", at: arrival)
        } else if let plan = random.pick(SimulatedPlan.all, by: \.weight) {
            begin(plan)
        }
    }

    // MARK: What is bought once

    private mutating func buy(_ product: String, at date: Date) {
        original = nextTransaction()
        var fact = fact(original, product, at: date)
        fact.productType = product == "almanac" ? .nonConsumable : .consumable
        fact.price = country.price(of: SimulatedPlan.all[product == "almanac" ? 1 : 0])
        facts.insert(fact)
        let dollars = (fact.price ?? 0) * country.rate
        count(.sold, at: date, product, dollars)
        let back = date.addingTimeInterval(Double(random.number(1...9)) * 86_400)
        if random.happens(30), back < shop.end { refund(fact, at: back, dollars) }
    }

    private mutating func refund(_ fact: PurchaseFact, at date: Date, _ dollars: Decimal) {
        var revoked = fact
        (revoked.revocationDate, revoked.statedDate) = (date, date)
        facts.insert(revoked)
        count(.refunded, at: date, since: fact.purchaseDate, fact.productID, dollars)
    }

    // MARK: Subscriptions

    /// Whoever begins has a trial, but for one in five and for plans without.
    private mutating func begin(_ plan: SimulatedPlan) {
        original = nextTransaction()
        guard plan.trialDays > 0, !random.happens(200) else { return pay(for: plan, from: arrival, named: original) }
        let end = arrival.addingTimeInterval(Double(plan.trialDays) * 86_400)
        var trial = fact(original, plan.product, at: arrival)
        trial.productType = .autoRenewableSubscription
        (trial.expiresDate, trial.price, trial.isFreeTrial) = (end, 0, true)
        facts.insert(trial)
        count(.trialStarted, at: arrival, plan.product)
        count(.trialEnded, at: end, since: arrival, plan.product)
        if random.happens(country.conversion) {
            guard end < shop.end else { return }
            count(.trialConverted, at: end, since: arrival, plan.product)
            pay(for: plan, from: end, named: nextTransaction())
        } else {
            let off = arrival.addingTimeInterval(Double(random.number(1...plan.trialDays - 1)) * 86_400)
            guard off < shop.end else { return }
            state(at: off) { $0.autoRenewStatus = .off }
            count(.trialLost, at: off, since: arrival, plan.product)
        }
    }

    /// Pays, period after period, until something comes between.
    private mutating func pay(for plan: SimulatedPlan, from date: Date, named transaction: String) {
        var walk = SimulatedWalk(plan: plan, start: date, transaction: transaction, price: price(of: plan, at: date))
        walk.firstPaid = date
        while walk.start < shop.end {
            let paid = sell(&walk)
            switch fate(of: walk) {
            case .refund(let date):
                refund(paid, at: date, walk.price * country.rate)
                lapse(&walk, at: date)
                return
            case .cancel(let off):
                state(at: off) { $0.autoRenewStatus = .off }
                guard walk.end < shop.end else { return }
                lapse(&walk, at: walk.end)
                guard random.happens(150) else { return }
                walk.start = walk.end.addingTimeInterval(Double(random.number(15...80)) * 86_400)
                walk.transaction = nextTransaction()
                walk.price = price(of: walk.plan, at: walk.start)
            case .failure:
                guard walk.end < shop.end, recover(&walk) else { return }
            case .upgrade(let date, let plan):
                upgrade(paid, &walk, to: plan, at: date)
            case .dearer(let date):
                guard ask(&walk, at: date) else { return }
            case .renewal(let plan):
                guard walk.end < shop.end else { return }
                renew(&walk, as: plan)
            }
        }
    }

    /// One paid period, and what it changes of what the customer pays a month.
    private mutating func sell(_ walk: inout SimulatedWalk) -> PurchaseFact {
        walk.end = walk.plan.end(of: walk.start)
        var fact = fact(walk.transaction, walk.plan.product, at: walk.start)
        fact.productType = .autoRenewableSubscription
        (fact.expiresDate, fact.price) = (walk.end, walk.price)
        facts.insert(fact)
        count(.sold, at: walk.start, walk.plan.product, walk.price * country.rate)
        let monthly =
            walk.price * country.rate * Decimal(walk.plan.monthlyParts.times) / Decimal(walk.plan.monthlyParts.by)
        if walk.isRunning {
            let change = monthly - walk.monthly
            if walk.paidProduct != walk.plan.product {
                count(.left, at: walk.start, walk.paidProduct)
                count(.joined, at: walk.start, walk.plan.product)
            }
            if change != 0 { count(change > 0 ? .expansion : .contraction, at: walk.start, walk.plan.product, change) }
        } else {
            count(walk.hasBegun ? .reactivated : .new, at: walk.start, walk.plan.product, monthly)
            if !walk.hasBegun { count(.retained, at: walk.start, since: walk.firstPaid, walk.plan.product) }
            stretches.append(SimulatedStretch(customer: number, began: SimulatedCalendar.day(of: walk.start)))
        }
        (walk.isRunning, walk.hasBegun, walk.monthly, walk.paidProduct) = (true, true, monthly, walk.plan.product)
        return fact
    }

    /// Draws what will come between.
    private mutating func fate(of walk: SimulatedWalk) -> SimulatedFate {
        let later = { (days: Int) in walk.start.addingTimeInterval(Double(days) * 86_400 + 3_600) }
        let drawn = random.number(0...999)
        let (day, other) = (
            random.number(1...5), random.pick(SimulatedPlan.all.filter { $0 != walk.plan }, by: \.weight)
        )
        if drawn < 18, later(day) < shop.end { return .refund(later(day)) }
        if drawn >= 100, drawn < 100 + walk.plan.cancellations {
            return later(day) < shop.end ? .cancel(later(day)) : .renewal(walk.plan)
        }
        if drawn >= 500, drawn < 550 { return .failure }
        if drawn >= 550, drawn < 565, let other, later(day) < shop.end { return .upgrade(later(day), other) }
        if drawn >= 565, drawn < 600, let other { return .renewal(other) }
        let dearer = SimulatedShop.priceIncrease
        let moment = shop.start.addingTimeInterval(Double(dearer.day) * 86_400 + 7_200)
        if country.storefront == dearer.storefront, walk.plan.name == dearer.plan, walk.start < moment,
            moment < walk.end,
            moment < shop.end
        {
            return .dearer(moment)
        }
        return .renewal(walk.plan)
    }

    mutating func renew(_ walk: inout SimulatedWalk, as plan: SimulatedPlan) {
        let price = plan == walk.plan ? walk.price : price(of: plan, at: walk.end)
        count(.renewed, at: walk.end, walk.plan.product)
        walk.renewals += walk.isFirstStretch ? 1 : 0
        if walk.isFirstStretch {
            count(.retained, at: walk.end, since: walk.firstPaid, step: walk.renewals, walk.plan.product)
        }
        (walk.start, walk.plan, walk.price, walk.transaction) = (walk.end, plan, price, nextTransaction())
    }

    /// The end of what was paid for; nothing follows without a gap.
    mutating func lapse(_ walk: inout SimulatedWalk, at date: Date, counting ended: Date? = nil) {
        count(.lapsed, at: date, walk.plan.product)
        if walk.isFirstStretch {
            count(.notRetained, at: date, since: walk.firstPaid, step: walk.renewals + 1, walk.plan.product)
        }
        walk.isFirstStretch = false
        stop(&walk, at: ended ?? date)
    }

    mutating func stop(_ walk: inout SimulatedWalk, at date: Date) {
        count(.churned, at: date, walk.plan.product, -walk.monthly)
        stretches[stretches.count - 1].ended = SimulatedCalendar.day(of: date)
        walk.isRunning = false
    }

    /// Another plan begins in the middle of a period; what was paid for the rest of it is given back by the App Store in its own
    /// way, which is no refund.
    private mutating func upgrade(
        _ paid: PurchaseFact,
        _ walk: inout SimulatedWalk,
        to plan: SimulatedPlan,
        at date: Date
    ) {
        var upgraded = paid
        (upgraded.isUpgraded, upgraded.statedDate) = (true, date)
        facts.insert(upgraded)
        walk.plan = plan
        (walk.start, walk.price, walk.transaction) = (date, price(of: plan, at: date), nextTransaction())
    }

    // MARK: Writing it down

    private func price(of plan: SimulatedPlan, at date: Date) -> Decimal {
        let dearer = SimulatedShop.priceIncrease
        let since = shop.start.addingTimeInterval(Double(dearer.day) * 86_400 + 7_200)
        let isDearer = country.storefront == dearer.storefront && plan.name == dearer.plan && date >= since
        return isDearer ? dearer.price : country.price(of: plan)
    }

    mutating func nextTransaction() -> String {
        transactions += 1
        return String(700_000_000 + number * 1_000 + transactions)
    }

    private func fact(_ transaction: String, _ product: String, at date: Date) -> PurchaseFact {
        var fact = PurchaseFact(
            transactionID: transaction,
            originalTransactionID: original,
            productID: product,
            environment: .production,
            purchaseDate: date,
            statedDate: date
        )
        (fact.bundleID, fact.currency, fact.storefront) = (shop.bundleID, country.currency, country.storefront)
        fact.originalPurchaseDate = arrival
        return fact
    }

    mutating func state(at date: Date, _ change: (inout RenewalFact) -> Void) {
        var fact = RenewalFact(originalTransactionID: original, environment: .production, statedDate: date)
        change(&fact)
        facts.insert(fact)
    }

    mutating func count(
        _ kind: SimulatedTally.Kind,
        at date: Date,
        since: Date? = nil,
        step: Int = 0,
        _ product: String,
        _ dollars: Decimal = 0
    ) {
        tallies.append(
            SimulatedTally(
                kind: kind,
                day: SimulatedCalendar.day(of: date),
                since: SimulatedCalendar.day(of: since ?? date),
                step: step,
                customer: number,
                product: product,
                storefront: country.storefront,
                dollars: dollars
            )
        )
    }
}
