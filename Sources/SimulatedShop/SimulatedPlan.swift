import Foundation

/// A subscription that the simulated shop sells.
struct SimulatedPlan: Sendable, Hashable {
    enum Length: Sendable, Hashable {
        case days(Int)
        case months(Int)
    }

    let name: String
    let product: String
    let length: Length
    /// By how much a price is to be multiplied to be that of a month.
    let monthlyParts: (times: Int, by: Int)
    /// How many days of trial it begins with.
    let trialDays: Int
    /// How many days of grace there are when a charge fails.
    let graceDays: Int
    /// Of a thousand periods how many are cancelled.
    let cancellations: Int
    /// How often it is chosen.
    let weight: Int

    static let all = [
        Self("weekly", "bouquet.weekly", .days(7), (4, 1), trialDays: 0, graceDays: 0, cancellations: 190, weight: 18),
        Self(
            "monthly",
            "bouquet.monthly",
            .months(1),
            (1, 1),
            trialDays: 7,
            graceDays: 6,
            cancellations: 110,
            weight: 60
        ),
        Self(
            "yearly",
            "bouquet.yearly",
            .months(12),
            (1, 12),
            trialDays: 14,
            graceDays: 16,
            cancellations: 300,
            weight: 22
        ),
    ]

    private init(
        _ name: String,
        _ product: String,
        _ length: Length,
        _ monthlyParts: (Int, Int),
        trialDays: Int,
        graceDays: Int,
        cancellations: Int,
        weight: Int
    ) {
        self.name = name
        self.product = product
        self.length = length
        self.monthlyParts = (times: monthlyParts.0, by: monthlyParts.1)
        self.trialDays = trialDays
        self.graceDays = graceDays
        self.cancellations = cancellations
        self.weight = weight
    }

    func end(of start: Date) -> Date {
        switch length {
        case .days(let days): start.addingTimeInterval(Double(days) * 86_400)
        case .months(let months): SimulatedCalendar.adding(months: months, to: start)
        }
    }

    static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
