import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import TestSupport

@testable import PurchaseServer

/// Purchases made up by a seed, with what figures must make of them.
struct FigureShop {
    static let start = Purchases.start
    /// When all of it is told: a server whose clock goes back believes that it had run ahead.
    static let end = start + 1_000 * 86_400
    static let customers: [CustomerID] = ["anna", "ben", "chloe", "$purser:guest", "dora"]
    private(set) var facts = PurchaseFacts()
    var rules = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))

    init() throws {
        rules.rates = try CurrencyRates(parsing: "date,currency,USD\n2020-01-01,EUR,1.25\n")
    }

    var booking: BookingRules { BookingRules(rules: rules, app: Purchases.bundleID) }

    var rows: FigureRows { FigureRows(rules.contributions(of: facts, app: Purchases.bundleID)) }

    /// The statements about one chain, in no order: periods of a subscription with what may happen to them.
    @discardableResult
    mutating func add(seed: UInt64) throws -> [PurchaseFact] {
        var random = SeededGenerator(seed: seed)
        let chain = "chain-\(seed)"
        var made: [PurchaseFact] = []
        var now = Self.start + Double(Int.random(in: 0..<100, using: &random)) * 86_400 + 77
        for number in 0..<Int.random(in: 1...6, using: &random) {
            let price = Decimal(Int.random(in: 0...12, using: &random))
            var fact = Purchases.fact(
                chain,
                transaction: "\(chain)-\(number)",
                product: ["monthly", "yearly"].randomElement(using: &random) ?? "",
                at: now
            ) { fact in
                fact.productType = .autoRenewableSubscription
                fact.price = Int.random(in: 0..<9, using: &random) == 0 ? nil : price
                fact.currency = ["USD", "EUR", "JPY"].randomElement(using: &random)
                fact.storefront = ["USA", "DEU"].randomElement(using: &random)
                fact.isFreeTrial = number == 0 && price == 0
            }
            made.append(fact)
            if Int.random(in: 0..<4, using: &random) == 0 {
                fact.revocationDate = now + 86_400 * 3
                fact.statedDate = now + 86_400 * 4
                made.append(fact)
            }
            now += Double(Int.random(in: 30...50, using: &random)) * 86_400
        }
        for fact in made { facts.insert(fact) }
        return made.shuffled(using: &random)
    }
}
