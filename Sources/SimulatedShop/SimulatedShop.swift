package import Foundation

/// A shop that was made up: a year of customers who come, try, pay, leave and come back, by country and season, the same for
/// the same seed.
///
/// It says what the App Store would have stated, and counts what happens while it makes it up, with additions alone: that is
/// what figures of the same facts are compared with.
package struct SimulatedShop: Sendable {
    /// When it opened, a midnight.
    package let start: Date
    /// Until when its life is told; later nothing has happened yet.
    package let end: Date
    /// Who came, in the order in which they did.
    package private(set) var customers: [SimulatedCustomer] = []
    /// What happened, in no order.
    package private(set) var tallies: [SimulatedTally] = []
    /// Who paid from when to when, in the order of time for each customer.
    package private(set) var stretches: [SimulatedStretch] = []

    /// On which day of the year the monthly subscription became dearer in the United States, and what it costs since.
    static let priceIncrease = (day: 235, storefront: "USA", plan: "monthly", price: Decimal(599) / 100)

    /// The App's bundle identifier.
    package let bundleID: String

    /// Makes a shop up.
    ///
    /// - Parameters:
    ///   - seed: What chance goes by.
    ///   - count: How many customers come.
    ///   - end: When its life is told; it opened 365 days before, at midnight.
    package init(seed: UInt64, customers count: Int, until end: Date, bundleID: String) {
        let lastDay = SimulatedCalendar.day(of: end)
        self.end = end
        self.bundleID = bundleID
        start = Date(timeIntervalSince1970: Double(lastDay - 365) * 86_400)
        var random = SimulatedRandom(seed: seed)
        let arrivals = (0..<count).map { _ in Self.arrival(from: start, before: end, &random) }.sorted()
        for (number, arrival) in arrivals.enumerated() {
            var life = SimulatedLife(
                number: number,
                from: arrival,
                in: self,
                random: SimulatedRandom(seed: random.next())
            )
            life.live()
            customers.append(SimulatedCustomer(number: number, arrival: arrival, facts: life.facts))
            tallies += life.tallies.filter { $0.day <= lastDay }
            stretches += life.stretches
        }
    }

    /// More and more come, most of all for Valentine's Day, Mother's Day and Christmas. Nobody comes at midnight.
    private static func arrival(from start: Date, before end: Date, _ random: inout SimulatedRandom) -> Date {
        while true {
            let day = random.number(0...364)
            let date = start.addingTimeInterval(Double(day) * 86_400 + Double(random.number(1...22)) * 3_600 + 1_234)
            let month = SimulatedCalendar.month(SimulatedCalendar.day(of: date))
            let season = [2: 150, 5: 160, 7: 70, 8: 65, 12: 170][month] ?? 100
            if random.happens((400 + day) * season / 1_400), date < end { return date }
        }
    }
}
