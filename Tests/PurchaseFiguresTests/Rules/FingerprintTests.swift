import Foundation
import PurchaseFigures
import Testing

@Suite("The fingerprint of rules")
struct FingerprintTests {
    private static func rules() throws -> FigureRules {
        FigureRules(
            rates: try CurrencyRates(parsing: "date,currency,USD\n2026-01-01,EUR,1.1"),
            proceeds: ProceedsRules([
                .init(from: try day("2026-01-01"), commission: Decimal(30) / 100),
                .init(from: try day("2026-01-01"), storefront: "CHN", commission: Decimal(12) / 100),
            ]),
            productPeriods: ["a": .months(1), "b": .days(7)]
        )
    }

    /// What somebody may change.
    struct Change: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var apply: @Sendable (inout FigureRules) -> Void

        init(_ name: String, _ apply: @escaping @Sendable (inout FigureRules) -> Void) {
            (testDescription, self.apply) = (name, apply)
        }
    }

    private static let changes: [Change] = [
        Change("currency") { $0.rates = CurrencyRates(reportingCurrency: "EUR") },
        Change("weeks") { $0.weekFactor = .calendar },
        Change("no proceeds") { $0.proceeds = nil },
        Change("empty proceeds") { $0.proceeds = ProceedsRules([]) },
        Change("commission") { $0.proceeds?.rows[0].commission = 0 },
        Change("second year") { $0.proceeds?.rows[0].commissionAfterYear = 0 },
        Change("tax") { $0.proceeds?.rows[0].tax = .share(0) },
        Change("storefront") { $0.proceeds?.rows[1].storefront = nil },
        Change("length") { $0.productPeriods["a"] = .days(1) },
        Change("lapse") { $0.shortestLapse = 0 },
        Change("retry") { $0.billingRetryPeriod = 0 },
    ]

    @Test("Each change shows", arguments: changes)
    func differs(_ change: Change) throws {
        var rules = try Self.rules()
        let before = rules.fingerprint
        change.apply(&rules)
        #expect(rules.fingerprint != before)
    }

    @Test("Order and rates do not show")
    func same() throws {
        var rules = try Self.rules()
        let before = rules.fingerprint
        rules.proceeds?.rows.reverse()
        rules.rates = CurrencyRates(reportingCurrency: "USD")
        #expect(rules.fingerprint == before)
    }
}
