package import Foundation

/// A country of the simulated shop: how many customers are from there, and what things cost.
package struct SimulatedCountry: Sendable, Hashable {
    /// The storefront.
    package let storefront: String
    /// The currency of its prices.
    package let currency: String
    /// What one unit of the currency is worth in US dollars, all the time.
    package let rate: Decimal
    /// How many of a thousand customers come from there.
    let share: Int
    /// Of a thousand trials how many convert.
    let conversion: Int
    /// What a plan costs, by product.
    let prices: [String: Decimal]

    /// All of them.
    package static let all = [
        Self("USA", "USD", "1", share: 420, conversion: 560, ["weekly": "1.49", "monthly": "4.99", "yearly": "47.88"]),
        Self(
            "DEU",
            "EUR",
            "1.1",
            share: 210,
            conversion: 620,
            ["weekly": "1.49", "monthly": "4.99", "yearly": "47.88"]
        ),
        Self(
            "GBR",
            "GBP",
            "1.25",
            share: 140,
            conversion: 580,
            ["weekly": "1.29", "monthly": "4.49", "yearly": "44.88"]
        ),
        Self(
            "JPN",
            "JPY",
            "0.007",
            share: 130,
            conversion: 680,
            ["weekly": "200", "monthly": "600", "yearly": "6000"]
        ),
        Self(
            "BRA",
            "BRL",
            "0.2",
            share: 100,
            conversion: 380,
            ["weekly": "4.90", "monthly": "14.90", "yearly": "142.80"]
        ),
    ]

    private init(
        _ storefront: String,
        _ currency: String,
        _ rate: String,
        share: Int,
        conversion: Int,
        _ prices: [String: String]
    ) {
        (self.storefront, self.currency, self.share, self.conversion) = (storefront, currency, share, conversion)
        self.rate = Decimal(string: rate) ?? 1
        self.prices = prices.mapValues { Decimal(string: $0) ?? 0 }
    }

    /// What a plan costs there, by its name: `weekly`, `monthly` or `yearly`.
    func price(of plan: SimulatedPlan) -> Decimal { prices[plan.name] ?? 0 }
}
