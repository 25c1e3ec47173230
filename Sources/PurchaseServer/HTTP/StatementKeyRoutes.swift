import AppStoreModels
import Foundation
import Hummingbird

/// `statement-keys`: the public keys of signed statements, and a new one.
struct StatementKeyRoutes: Sendable {
    let book: KeyBook
    let issuer: StatementIssuer

    /// For apps, and for the developer's servers.
    func addReading<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("statement-keys") { _, _ in
            JSONObject([("keys", .array(try await book.statementKeys().map { .object($0.json) }))]).response()
        }
    }

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        addReading(to: group)
        group.post("statement-keys") { request, _ in
            let body = try await request.jsonObject(of: ["graceSeconds"])
            let grace = body[integer: "graceSeconds"].map(TimeInterval.init)
            guard body["graceSeconds"] == nil || grace != nil else {
                throw Rejection(400, "invalid-body", "\"graceSeconds\" is a whole number of seconds")
            }
            let made = try await book.rotateStatementKey(grace: grace ?? KeyBook.usualStatementGrace)
            issuer.forget()
            return made.json.response(status: .created)
        }
    }
}
