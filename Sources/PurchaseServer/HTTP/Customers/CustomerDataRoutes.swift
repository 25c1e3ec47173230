import AppStoreModels
import Foundation
import Hummingbird

/// What concerns one person's data: moving purchases, what was done, a copy of everything, and forgetting.
struct CustomerDataRoutes: Sendable {
    let storage: any CustomerStorage
    let now: @Sendable () -> Date
    let statement: @Sendable (CustomerID) async throws -> CustomerStatement

    /// `transfers`, which keys of other holders may use.
    func addTransfers<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.post("transfers") { request, context in
            let body = try await RequestObject(request, of: ["from", "to", "originalTransactionIds", "reason"])
            return try await transfer(body, actor: context.actor)
        }
    }

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}/audit") { request, context in
            try await audit(of: try context.customer, try Page(request))
        }
        group.get("customers/{customer}/export") { _, context in
            let customer = try context.customer
            guard let export = try await storage.export(of: customer) else { throw APIError.unknownCustomer }
            return CustomerExportResponse(
                storage: storage,
                customer: customer,
                beginning: export.json(with: try await statement(customer))
            ).response
        }
        group.delete("customers/{customer}") { _, context in
            let customer = try context.customer
            let date = now()
            guard try await storage.erase(customer, AuditNote(date: date, actor: context.actor)) else {
                throw APIError.unknownCustomer
            }
            var json = JSONObject()
            json[milliseconds: "erasedDate"] = date
            return json.response()
        }
    }

    private func transfer(_ body: RequestObject, actor: String) async throws -> Response {
        let order = TransferOrder(
            from: try body.customer("from"),
            to: try body.customer("to"),
            originalTransactionIDs: try body.texts("originalTransactionIds", upTo: 1_000).map(Set.init)
        )
        let note = AuditNote(date: now(), actor: actor, reason: try body.text("reason"))
        let outcome = try await storage.transfer(order, note)
        guard outcome.knowsGiver else { throw APIError.unknownCustomer }
        guard outcome.missing.isEmpty else {
            throw APIError(
                .conflict,
                "purchase-not-owned",
                "neither of them has \(outcome.missing.prefix(3).joined(separator: ", ")); nothing was moved"
            )
        }
        return JSONObject([
            ("from", .string(order.from.value)), ("to", .string(order.to.value)),
            ("purchases", .array(outcome.moved.map { .object($0.json) })),
        ]).response()
    }

    private func audit(of customer: CustomerID, _ page: Page) async throws -> Response {
        let number = page.after.map(Int64.init)
        if let number, number == nil { throw Page.invalid("cursor is that of the answer before, as it stands there") }
        let found = try await storage.audit(of: customer, before: number ?? nil, limit: page.limit + 1)
        var json = JSONObject()
        json[array: "audit"] = found.prefix(page.limit).map { .object($0.json) }
        if found.count > page.limit { json[string: "cursor"] = Page.cursor(after: "\(found[page.limit - 1].number)") }
        return json.response()
    }
}
