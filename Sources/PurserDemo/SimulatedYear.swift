import AppStoreModels
import Foundation
import PurchaseFigures
import PurchaseServer
import SimulatedShop

/// The year before, of a shop that was made up: what the server was told by nobody, and what the console shows.
struct SimulatedYear {
    private let shop: SimulatedShop

    /// Chance goes by this; another number is another shop.
    private static let seed: UInt64 = 2_026

    init(customers: Int, until date: Date) {
        shop = SimulatedShop(seed: Self.seed, customers: customers, until: date, bundleID: DemoStore.bundleID)
    }

    /// By what rules figures of it are kept: in US dollars, at rates that do not change.
    static var figureRules: FigureRules {
        get throws {
            let lines = SimulatedCountry.all.filter { $0.currency != "USD" }.map {
                "2000-01-01,\($0.currency),\($0.rate)"
            }
            return FigureRules(
                rates: try CurrencyRates(parsing: (["date,currency,USD"] + lines).joined(separator: "\n") + "\n")
            )
        }
    }

    /// Writes it down as what was stated, and books the figures.
    func tell(_ server: PurchaseServerApplication) async throws {
        try await server.keep(
            shop.customers.compactMap { customer in
                CustomerID(customer.name).map {
                    StatedPurchases(customer: $0, since: customer.arrival, facts: customer.facts)
                }
            }
        )
        try await server.bookFiguresDue()
    }

    var step: DemoStep {
        let paying = shop.stretches.count {
            ($0.ended.map { Double($0) * 86_400 } ?? .infinity) > shop.end.timeIntervalSince1970
        }
        let sold = shop.tallies.count { $0.kind == .sold }
        return DemoStep(
            "year-simulated",
            "The console shows a year of a shop that was made up",
            details: [
                .init("customers", "\(shop.customers.count), from \(DemoText.date(shop.start)) on"),
                .init("sold", "\(sold) times; \(paying) subscriptions are paid for now"),
            ],
            facts: [
                "customerCount": .number(JSONNumber(shop.customers.count)), "soldCount": .number(JSONNumber(sold)),
                "subscriptionCount": .number(JSONNumber(paying)),
            ]
        )
    }
}
