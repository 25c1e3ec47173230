import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

/// `webhooks` and `events`: to whom the server tells what happens to purchases, and what it has told.
struct WebhookRoutes: Sendable {
    let storage: any WebhookStorage
    let rule: WebhookAddressRule
    let now: @Sendable () -> Date
    /// Makes identifiers of endpoints.
    let identifier: @Sendable () -> String
    /// Makes secrets.
    let secret: @Sendable () -> WebhookSecret

    /// How long, in seconds, the old secret signs along unless the request says otherwise.
    private static let overlap: Int64 = 86_400

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("webhooks") { _, _ in
            let endpoints = try await storage.webhookEndpoints()
            return JSONObject([("webhooks", .array(endpoints.map { .object($0.json) }))]).response()
        }
        group.post("webhooks") { request, _ in
            let wish = try await wish(request)
            guard let address = wish.address else { throw Self.refusal("address", "the address of the receiver") }
            try await check(address)
            var endpoint = WebhookEndpoint(identifier: identifier(), address: address, createdDate: now())
            wish.apply(to: &endpoint)
            let secret = secret()
            try await storage.add(endpoint, secret: secret)
            var json = endpoint.json
            // Told once, and never again.
            json["secret"] = .string(secret.text)
            return json.response(status: .created)
        }
        group.patch("webhooks/{webhook}") { request, context in
            let known = try await endpoint(in: context)
            let wish = try await wish(request)
            if let address = wish.address { try await check(address) }
            let changed = try await storage.changeWebhookEndpoint(known.identifier) { wish.apply(to: &$0) }
            guard let changed else { throw Self.unknown }
            return changed.json.response()
        }
        group.delete("webhooks/{webhook}") { _, context in
            guard try await storage.removeWebhookEndpoint(endpoint(in: context).identifier) else { throw Self.unknown }
            return Response(status: .noContent)
        }
        group.post("webhooks/{webhook}/secret") { request, context in
            let endpoint = try await endpoint(in: context)
            let body = try await request.jsonObject(of: ["overlapSeconds"])
            let overlap = try body[checkedSeconds: "overlapSeconds"] ?? Self.overlap
            let secret = secret()
            let end = now().addingTimeInterval(TimeInterval(overlap))
            guard try await storage.rotateSecret(of: endpoint.identifier, to: secret, until: end) else {
                throw Self.unknown
            }
            var json: JSONObject = ["secret": .string(secret.text)]
            json[milliseconds: "previousSecretEndDate"] = end
            return json.response(status: .created)
        }
        group.post("webhooks/{webhook}/test") { request, context in
            try await request.refuseMembers()
            guard try await storage.addTestEvent(to: endpoint(in: context).identifier, at: now()) else {
                throw Self.unknown
            }
            return Response(status: .accepted)
        }
        addDeliveries(to: group)
        group.get("events") { request, _ in
            let customer = try request.uri.queryParameters["customer"].map { text in
                guard let customer = CustomerID(String(text)) else { throw APIError.invalidCustomer }
                return customer
            }
            let events = try await storage.events(
                after: try Self.number(request, "after") ?? 0,
                of: customer,
                limit: try Page(request).limit
            )
            var json: JSONObject = ["events": .array(try events.map { try JSONValue(parsing: $0.body) })]
            json[integer: "next"] = events.last?.number
            return json.response()
        }
    }

    private func addDeliveries<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("webhooks/{webhook}/deliveries") { request, context in
            let state = try request.uri.queryParameters["state"].map { text in
                guard let state = WebhookDelivery.State(rawValue: String(text)) else {
                    throw Page.invalid("state is pending, delivered or dead")
                }
                return state
            }
            let limit = try Page(request).limit
            let deliveries = try await storage.deliveries(
                of: endpoint(in: context).identifier,
                state: state,
                before: Self.number(request, "before"),
                limit: limit
            )
            var json: JSONObject = ["deliveries": .array(deliveries.map { .object($0.json) })]
            if deliveries.count == limit { json[integer: "next"] = deliveries.last?.identifier }
            return json.response()
        }
        group.get("deliveries/{delivery}/attempts") { _, context in
            let attempts = try await storage.attempts(of: try Self.delivery(in: context))
            return JSONObject([("attempts", .array(attempts.map { .object($0.json) }))]).response()
        }
        group.post("deliveries/{delivery}/resend") { request, context in
            try await request.refuseMembers()
            guard try await storage.resend(Self.delivery(in: context), at: now()) else {
                throw APIError(.notFound, "unknown-delivery", "there is no delivery of this number")
            }
            return Response(status: .accepted)
        }
    }

    // MARK: What is asked for

    private func endpoint(in context: some RequestContext) async throws -> WebhookEndpoint {
        let identifier = context.parameters.get("webhook")
        guard let found = try await storage.webhookEndpoints().first(where: { $0.identifier == identifier }) else {
            throw Self.unknown
        }
        return found
    }

    private func wish(_ request: Request) async throws -> WebhookWish {
        try WebhookWish(try await request.jsonObject(of: WebhookWish.members))
    }

    private func check(_ address: String) async throws {
        do {
            _ = try await rule.destination(of: address)
        } catch let refusal as WebhookAddressRule.Refusal {
            throw APIError(.unprocessableContent, "webhook-address", refusal.description)
        }
    }

    private static func delivery(in context: some RequestContext) throws -> Int64 {
        guard let number = context.parameters.get("delivery").flatMap({ Int64($0) }) else {
            throw APIError(.notFound, "unknown-delivery", "there is no delivery of this number")
        }
        return number
    }

    private static func number(_ request: Request, _ name: String) throws -> Int64? {
        try request.uri.queryParameters[Substring(name)].map { text in
            guard let number = Int64(text), number >= 0 else {
                throw Page.invalid("\(name) is the number that an answer named")
            }
            return number
        }
    }

    static func refusal(_ member: String, _ wanted: String) -> APIError {
        APIError(.badRequest, "invalid-body", "\(member) is \(wanted)")
    }

    private static let unknown = APIError(.notFound, "unknown-webhook", "there is no webhook of this identifier")
}

extension JSONObject {
    /// A number of seconds, at most a month of them.
    fileprivate subscript(checkedSeconds key: String) -> Int64? {
        get throws {
            guard self[key] != nil else { return nil }
            guard let seconds = self[integer: key], (0...2_592_000).contains(seconds) else {
                throw WebhookRoutes.refusal(key, "0 to 2592000 seconds")
            }
            return seconds
        }
    }
}
