import AppStoreModels
import Foundation
import Hummingbird

/// `/v1/audit`: what people did at the console.
struct AuditRoutes: Sendable {
    let storage: PurchaseDatabase

    func add(to group: RouterGroup<APIContext>) {
        group.get("audit") { request, _ in
            let page = try Page(request)
            let number = page.after.map(Int64.init)
            if let number, number == nil {
                throw Page.invalid("cursor is that of the answer before, as it stands there")
            }
            let found = try await storage.consoleActs(before: number ?? nil, limit: page.limit + 1)
            var json = JSONObject()
            json[array: "audit"] = found.prefix(page.limit).map { .object($0.json) }
            if found.count > page.limit {
                json[string: "cursor"] = Page.cursor(after: "\(found[page.limit - 1].number)")
            }
            return json.response()
        }
    }
}

extension ConsoleAuditEntry {
    var json: JSONObject {
        var json: JSONObject = ["action": .string(act.action), "role": .string(act.person.role.rawValue)]
        json[milliseconds: "date"] = act.date
        json[string: "name"] = act.person.name
        json[string: "customer"] = act.customer?.value
        json[string: "otherCustomer"] = act.otherCustomer?.value
        json[string: "target"] = act.target
        json[integer: "status"] = status.map(Int64.init)
        return json
    }
}
