import AppStoreModels
import Entitlements
import Foundation
import Hummingbird

/// `/v1/customers/{customer}/grants`: levels of access without a purchase.
struct GrantRoutes: Sendable {
    let storage: any GrantStorage & CustomerStorage
    /// Which levels there are.
    let levels: LevelCatalogue
    let now: @Sendable () -> Date

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}/grants") { _, context in
            let grants = try await storage.record(of: try context.customer).grants
            return JSONObject([("grants", .array(grants.map { .object($0.json) }))]).response()
        }
        group.put("customers/{customer}/grants/{grant}") { request, context in
            let customer = try context.customer
            let name = try context.identifier("grant")
            let body = try await RequestObject(request, of: ["level", "startDate", "endDate", "reason"])
            return try await give(name, to: customer, body, actor: context.actor)
        }
        group.delete("customers/{customer}/grants/{grant}") { _, context in
            let name = try context.identifier("grant")
            guard let grant = try await storage.revokeGrant(name, of: try context.customer, at: now()) else {
                throw APIError(.notFound, "unknown-grant", "the customer was given no grant of this name")
            }
            return grant.json.response()
        }
    }

    private func give(
        _ name: String,
        to customer: CustomerID,
        _ body: RequestObject,
        actor: String
    ) async throws -> Response {
        let start = try body.date("startDate")
        let level = EntitlementLevel(rawValue: try body.identifier("level"))
        guard levels.mayGrant(level) else {
            throw APIError(
                .unprocessableContent,
                "unknown-level",
                "the server has no level of this name; its settings name \(levels.names)"
            )
        }
        let end = try body.date("endDate")
        let reason = try body.text("reason")
        let given: EntitlementGrant
        do throws(LevelError) {
            given = try EntitlementGrant(
                id: name,
                level: level,
                startDate: start ?? now(),
                endDate: end,
                reason: reason
            )
        } catch {
            throw RequestObject.invalid("\"endDate\" must be later than the beginning")
        }
        let grant = Grant(given, madeDate: now(), actor: actor)
        switch try await storage.save(grant, of: customer, fixesStart: start != nil) {
        case .granted(let granted): return granted.json.response()
        case .other:
            throw APIError(.conflict, "grant-exists", "the customer has another grant of this name; take another name")
        case .tooMany:
            throw APIError(.conflict, "too-many-grants", "a customer has at most \(GrantRows.maximumCount) grants")
        }
    }
}

extension LevelCatalogue {
    /// Whether a level can be granted: one that the settings name. Where they name none, grants alone say what there is.
    func mayGrant(_ level: EntitlementLevel) -> Bool { levels.isEmpty || levels.contains { $0.level == level } }

    /// The names of all levels, for people.
    var names: String { levels.map(\.level.rawValue).sorted().joined(separator: ", ") }
}
