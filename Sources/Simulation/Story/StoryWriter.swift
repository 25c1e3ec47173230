import Foundation
import LocalAppStore
import SimulatedShop

/// Makes a story up: a believable business, told in as many days as are wanted, and all that can go wrong around it.
///
/// Who comes when, tries, pays, cancels and asks for money back is a year of ``SimulatedShop``, with its growth and seasons;
/// faults of network, disk, machine and apps fall between.
package struct StoryWriter {
    private let seed: UInt64
    private let days: Int
    private let customers: Int
    private var random: SimulatedRandom
    private var moments: [Moment] = []

    /// The least that is a story.
    package static let fewestDays = 2
    /// The most that is told: a hundred years.
    package static let mostDays = 36_500

    private struct Moment {
        let hour: Int
        let step: SimulationStep
    }

    /// - Parameters:
    ///   - seed: What chance goes by.
    ///   - days: In how many days it is told, from two to a hundred years of them.
    ///   - customers: How many come, at least one.
    package init(seed: UInt64, days: Int, customers: Int) {
        self.seed = seed
        self.days = min(max(Self.fewestDays, days), Self.mostDays)
        self.customers = min(max(1, customers), SimulationStory.mostCustomers)
        random = SimulatedRandom(seed: seed)
    }

    /// The story; the same for the same seed, days and customers.
    package mutating func story() -> SimulationStory {
        moments = []
        random = SimulatedRandom(seed: seed)
        addBusiness()
        for customer in 0..<customers { addWhims(of: customer) }
        addFaults()
        return SimulationStory(seed: seed, customers: customers, steps: steps + [.settle])
    }

    private var hours: Int { days * 24 }

    private mutating func add(_ hour: Int, _ step: SimulationStep) {
        moments.append(Moment(hour: min(max(0, hour), hours - 1), step: step))
    }

    /// In order of time, with the time between.
    private var steps: [SimulationStep] {
        var steps: [SimulationStep] = []
        var hour = 0
        let ordered = moments.enumerated().sorted { ($0.element.hour, $0.offset) < ($1.element.hour, $1.offset) }
        for moment in ordered.map(\.element) {
            if moment.hour > hour { steps.append(.pass(hours: moment.hour - hour)) }
            hour = moment.hour
            steps.append(moment.step)
        }
        return steps
    }

    // MARK: What customers do

    /// A year of the shop, told in our days.
    private mutating func addBusiness() {
        let shop = SimulatedShop(
            seed: seed,
            customers: customers,
            until: SimulatedWorld.start.addingTimeInterval(365 * 86_400),
            bundleID: SimulatedWorld.app.bundleID
        )
        let first = Int(shop.start.timeIntervalSince1970 / 86_400)
        // In no order, and it must be the same each time.
        let tallies = shop.tallies.sorted {
            ($0.day, $0.customer, "\($0.kind)", $0.product) < ($1.day, $1.customer, "\($1.kind)", $1.product)
        }
        var hasTried: Set<Int> = []
        for tally in tallies {
            let hour = (tally.day - first) * hours / 366 + random.number(0...7)
            switch tally.kind {
            case .trialStarted:
                hasTried.insert(tally.customer)
                add(hour, .buy(customer: tally.customer, product: tally.product))
            case .new where !hasTried.contains(tally.customer), .reactivated:
                add(hour, .buy(customer: tally.customer, product: tally.product))
            case .lapsed, .trialLost: add(hour, .renewal(customer: tally.customer, isOn: false))
            case .joined: add(hour, .plan(customer: tally.customer, product: tally.product))
            case .billingFailed: add(hour, .card(customer: tally.customer, isGood: false))
            case .billingRecovered: add(hour, .card(customer: tally.customer, isGood: true))
            case .refunded: add(hour, .refund(customer: tally.customer, choice: random.number(0...3)))
            default: break
            }
        }
    }

    /// What somebody does beside subscribing.
    private mutating func addWhims(of customer: Int) {
        for _ in 0..<random.number(1...3) {
            add(random.number(0...hours - 1), .buy(customer: customer, product: SimulatedGoods.seeds))
        }
        if random.happens(500) {
            add(random.number(0...hours - 1), .buy(customer: customer, product: SimulatedGoods.greenhouse))
        }
        if random.happens(500) { add(random.number(0...hours - 1), .quit(customer: customer)) }
        if random.happens(400) { add(random.number(0...hours - 1), .restore(customer: customer)) }
        for _ in 0..<random.number(1...2) { add(random.number(0...hours - 1), .launch(customer: customer)) }
        if random.happens(700) { add(random.number(0...hours - 1), .refresh(customer: customer)) }
        if random.happens(300) {
            let hour = random.number(0...hours - 1)
            add(hour, .refund(customer: customer, choice: random.number(0...3)))
            if random.happens(400) {
                add(hour + random.number(4...60), .refundReversed(customer: customer, choice: 0))
            }
        }
        if random.happens(300) { add(random.number(0...hours - 1), .renewal(customer: customer, isOn: true)) }
    }

    // MARK: What goes wrong

    private mutating func addFaults() {
        let count = days / 2 + random.number(1...3)
        for _ in 0..<count {
            // What goes wrong while something is bought is worth more than what does while nobody is there.
            let hour = busyHour ?? random.number(0...hours - 1)
            switch random.number(0...9) {
            case 0...5: add(before: hour, weather)
            case 6, 7: add(before: hour, .crash(hours: random.number(0...20)))
            default: add(before: hour, disk)
            }
        }
    }

    /// At the beginning of an hour, before whatever else happens in it.
    private mutating func add(before hour: Int, _ step: SimulationStep) {
        moments.insert(Moment(hour: hour, step: step), at: 0)
    }

    /// An hour in which something happens.
    private var busyHour: Int? {
        mutating get { moments.isEmpty ? nil : moments[random.number(0...moments.count - 1)].hour }
    }

    private var weather: SimulationStep {
        mutating get {
            let lane = random.pick(NetworkLane.allCases)
            var bad = NetworkWeather.allCases.filter { $0 != .clear }
            if lane != .apps { bad.removeAll { $0 == .crashesApp } }
            return .weather(lane: lane, weather: random.pick(bad), hours: random.number(1...36))
        }
    }

    private var disk: SimulationStep {
        mutating get {
            .disk(
                fault: random.pick(DiskFault.allCases),
                writes: random.happens(500) ? 0 : random.number(1...40),
                hours: random.number(1...20)
            )
        }
    }
}
