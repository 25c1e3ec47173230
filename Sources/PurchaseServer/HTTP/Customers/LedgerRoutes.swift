import AppStoreModels
import Entitlements
import Foundation
import Hummingbird

/// `/v1/customers/{customer}/balances` and `…/entries`: what consumables gave, and what became of it.
struct LedgerRoutes: Sendable {
    let storage: any LedgerStorage & CustomerStorage
    let terms: LedgerTerms
    let now: @Sendable () -> Date

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}/balances") { _, context in
            let record = try await storage.record(of: try context.customer)
            return Self.json(of: try terms.ledger(of: record, at: now()).balances).response()
        }
        group.get("customers/{customer}/entries") { _, context in
            let calls = try await storage.record(of: try context.customer).calls
            return JSONObject([("entries", .array(calls.map { .object($0.json) }))]).response()
        }
        group.put("customers/{customer}/entries/{entry}") { request, context in
            let customer = try context.customer
            let name = try context.identifier("entry")
            let body = try await RequestObject(request, of: ["currency", "amount", "reason"])
            let order = LedgerOrder(
                name: name,
                currency: LedgerCurrency(rawValue: try body.identifier("currency")),
                amount: try body.integer("amount", in: -LedgerRules.maximumAmount...LedgerRules.maximumAmount),
                reason: try body.text("reason"),
                date: now(),
                actor: context.actor
            )
            guard order.amount != 0 else { throw RequestObject.invalid("\"amount\" must not be 0") }
            return try await enter(order, of: customer)
        }
    }

    private func enter(_ order: LedgerOrder, of customer: CustomerID) async throws -> Response {
        switch try await storage.enter(order, of: customer, by: terms) {
        case .entered(let call, let balances):
            var json = Self.json(of: balances)
            json[object: "entry"] = call.json
            return json.response()
        case .other:
            throw APIError(.conflict, "entry-exists", "the customer has another entry of this name; take another name")
        case .overdrawn(let balance):
            throw APIError(.conflict, "balance-too-low", "the balance is \(balance), less than what is to be spent")
        case .refused(let error): throw RequestObject.invalid("\(error)")
        case .tooMany:
            throw APIError(.conflict, "too-many-entries", "a customer has at most \(LedgerRows.maximumCount) entries")
        }
    }

    private static func json(of balances: [LedgerCurrency: Int64]) -> JSONObject {
        JSONObject([("balances", balances.json)])
    }
}
