import AppStoreModels
import Foundation
import Hummingbird

/// `customers/{customer}/tokens`: what shows that an app speaks for a customer.
///
/// No answer of these is kept for a repeated request: a token stands in it.
struct CustomerTokenRoutes: Sendable {
    let storage: PurchaseDatabase
    let gate: CustomerGate
    let now: @Sendable () -> Date

    /// The longest life of a token with an end, in seconds: ten years.
    private static let longestLife: TimeInterval = 3_660 * 86_400

    /// For apps: the first token of somebody without an account, a new one for who shows one, and the end of the own one.
    func addForApps<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.post("customers/{customer}/tokens") { request, context in
            let customer = try context.customer
            let drawn = try Self.drawn(
                try await RequestObject(request, of: ["customerToken"], isOptional: true)
            )
            try await gate.checkContact(request, of: customer, drawn: drawn)
            let old = request.headers[.customerToken]
            return try await issue(for: customer, drawn, replacing: old).response(status: .created)
        }
        group.delete("customers/{customer}/tokens") { request, context in
            let customer = try context.customer
            guard let token = request.headers[.customerToken] else {
                throw RequestObject.invalid("show the token to end in Purser-Customer-Token")
            }
            try await gate.checkContact(request, of: customer)
            try await storage.revokeCustomerToken(token, of: customer, at: now())
            return JSONObject([("customer", .string(customer.value))]).response()
        }
    }

    /// For the developer's servers, which know who has logged in.
    func addForServers<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.post("customers/{customer}/tokens") { request, context in
            let customer = try context.customer
            let body = try await RequestObject(request, of: ["expirationDate"], isOptional: true)
            let end = try body.date("expirationDate")
            let date = now()
            if let end, end <= date || end > date.addingTimeInterval(Self.longestLife) {
                throw RequestObject.invalid("\"expirationDate\" must be later than now, by ten years at most")
            }
            return try await issue(for: customer, expirationDate: end).response(status: .created)
        }
        group.delete("customers/{customer}/tokens") { _, context in
            let customer = try context.customer
            var json: JSONObject = ["customer": .string(customer.value)]
            json[integer: "revokedCount"] = Int64(try await storage.revokeCustomerTokens(of: customer, at: now()))
            return json.response()
        }
    }

    /// The token that the app has drawn itself, so that it has it also if no answer arrives; nil if it wants one of ours.
    private static func drawn(_ body: RequestObject) throws(APIError) -> CustomerTokenText? {
        guard let text = try body.text("customerToken") else { return nil }
        guard let token = CustomerTokenText(text) else {
            throw RequestObject.invalid(
                "\"customerToken\" must be psr_customer_ and 48 characters of a-z and 2-7, drawn at random"
            )
        }
        return token
    }

    /// Gives a token, a new one unless the app has drawn it; the answer has it this once.
    ///
    /// - Throws: ``APIError``, code `customer-token-invalid` for a drawn one that is somebody else's or over.
    func issue(
        for customer: CustomerID,
        _ drawn: CustomerTokenText? = nil,
        expirationDate: Date? = nil,
        replacing old: String? = nil
    ) async throws -> JSONObject {
        var generator = SystemRandomNumberGenerator()
        let token = drawn ?? CustomerTokenText(using: &generator)
        let isGood = try await storage.addCustomerToken(
            token,
            of: customer,
            expirationDate: expirationDate,
            replacing: old,
            at: now()
        )
        guard isGood else { throw CustomerGate.invalid }
        var json: JSONObject = ["customer": .string(customer.value), "customerToken": .string(token.text)]
        json[milliseconds: "expirationDate"] = expirationDate
        return json
    }
}
