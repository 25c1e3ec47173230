import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

/// `/v1/keys`: lists, makes, rotates and revokes keys.
struct KeyRoutes: Sendable {
    let book: KeyBook
    let ring: KeyRing
    let now: @Sendable () -> Date

    /// For how long a rotated key stays good unless something else is said, in seconds: a day.
    static let usualGrace: Int64 = 86_400

    func add(to group: RouterGroup<APIContext>) {
        group.get("keys") { _, _ in
            JSONObject([("keys", .array(try await book.keys().map { .object($0.json) }))]).response()
        }
        group.post("keys") { request, context in
            let order = try await order(in: request)
            try Self.check(order.scopes, for: context.caller)
            let issued = try await book.make(
                order.kind,
                name: order.name,
                scopes: order.scopes,
                expirationDate: order.expirationDate
            )
            return issued.json.response(status: .created)
        }
        group.post("keys/{id}/rotate") { request, context in
            let body = try await request.jsonObject(of: ["graceSeconds"])
            let grace = try Self.grace(in: body)
            let id = context.parameters.get("id") ?? ""
            try Self.check(try await book.key(id: id).scopes, for: context.caller)
            let issued = try await book.rotate(id: id, grace: TimeInterval(grace))
            ring.forget(id)
            return issued.json.response(status: .created)
        }
        group.delete("keys/{id}") { _, context in
            let id = context.parameters.get("id") ?? ""
            try Self.check(try await book.key(id: id).scopes, for: context.caller)
            let revoked = try await book.revoke(id: id)
            ring.forget(id)
            return revoked.json.response()
        }
    }

    /// Nobody makes or takes a key that may do more than their own.
    private static func check(_ scopes: Set<KeyScope>, for caller: Caller?) throws(APIError) {
        let missing = scopes.subtracting(caller?.scopes ?? [])
        guard missing.isEmpty else {
            throw APIError(
                .forbidden,
                "scope-missing",
                "your key has not the scope \(missing.sorted().map(\.rawValue).joined(separator: ", "))"
            )
        }
    }

    private static func grace(in body: JSONObject) throws(Rejection) -> Int64 {
        guard body["graceSeconds"] != nil else { return usualGrace }
        guard let seconds = body[integer: "graceSeconds"] else {
            throw Rejection(400, "invalid-body", "\"graceSeconds\" is a whole number of seconds")
        }
        return seconds
    }

    private func order(in request: Request) async throws -> KeyOrder {
        let body = try await request.jsonObject(of: ["kind", "name", "scopes", "expirationDate"])
        guard let kind = body[string: "kind"].flatMap(KeyKind.init(rawValue:)) else {
            throw Rejection(400, "invalid-body", "\"kind\" is \"public\" or \"secret\"")
        }
        guard let name = body["name"]?.string else { throw Rejection(400, "invalid-body", "\"name\" is a text") }
        let expiration = body[milliseconds: "expirationDate"]
        guard body["expirationDate"] == nil || expiration != nil else {
            throw Rejection(400, "invalid-body", "\"expirationDate\" is in milliseconds since 1970")
        }
        return try KeyOrder(
            kind: kind,
            name: name,
            scopes: try Self.scopes(in: body),
            expirationDate: expiration,
            at: now()
        )
    }

    private static func scopes(in body: JSONObject) throws(Rejection) -> Set<KeyScope> {
        guard let value = body["scopes"] else { return [] }
        let known = value.array?.compactMap { $0.string.flatMap(KeyScope.init(rawValue:)) }
        guard let known, known.count == value.array?.count else {
            let all = KeyScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw Rejection(400, "invalid-body", "\"scopes\" is a list of these: \(all)")
        }
        return Set(known)
    }
}
