import AppStoreModels
import Foundation
import Hummingbird

/// `/v1/customers/{customer}/balances` and `…/entries`: what consumables gave, and what became of it.
struct LedgerRoutes: Sendable {
    let storage: any LedgerStorage & CustomerStorage
    let fold: @Sendable () -> LedgerFold
    let now: @Sendable () -> Date

    private static let largestAmount: Int64 = 1_000_000_000_000

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}/balances") { _, context in
            let record = try await storage.record(of: try context.customer)
            return Self.json(of: fold().balances(of: record.credits, and: record.entries)).response()
        }
        group.get("customers/{customer}/entries") { _, context in
            let entries = try await storage.record(of: try context.customer).entries
            return JSONObject([("entries", .array(entries.map { .object($0.json) }))]).response()
        }
        group.put("customers/{customer}/entries/{entry}") { request, context in
            let customer = try context.customer
            let name = try context.identifier("entry")
            let body = try await RequestObject(request)
            let entry = BalanceEntry(
                name: name,
                currency: try body.identifier("currency"),
                amount: try body.integer("amount", in: -Self.largestAmount...Self.largestAmount),
                reason: try body.text("reason"),
                madeDate: now(),
                actor: context.actor
            )
            guard entry.amount != 0 else { throw RequestObject.invalid("\"amount\" must not be 0") }
            return try await enter(entry, of: customer)
        }
    }

    private func enter(_ entry: BalanceEntry, of customer: CustomerID) async throws -> Response {
        let fold = fold()
        let outcome = try await storage.save(entry, of: customer) { fold.balances(of: $0, and: $1) }
        switch outcome {
        case .entered(let entry, let balances):
            var json = Self.json(of: balances)
            json[object: "entry"] = entry.json
            return json.response()
        case .other:
            throw APIError(.conflict, "entry-exists", "the customer has another entry of this name; take another name")
        case .overdrawn(let balance):
            throw APIError(.conflict, "balance-too-low", "the balance is \(balance), less than what is to be spent")
        case .tooMany:
            throw APIError(.conflict, "too-many-entries", "a customer has at most \(LedgerRows.maximumCount) entries")
        }
    }

    private static func json(of balances: [String: Int64]) -> JSONObject {
        JSONObject([("balances", .array(CurrencyBalance.sorted(balances).map { .object($0.json) }))])
    }
}

extension CurrencyBalance {
    static func sorted(_ balances: [String: Int64]) -> [CurrencyBalance] {
        balances.map(CurrencyBalance.init).sorted { $0.currency < $1.currency }
    }
}
