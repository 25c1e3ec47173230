import AppStoreModels
import Foundation
import Hummingbird

/// `/v1/customers`: who there is, and under which names.
struct CustomerDirectoryRoutes: Sendable {
    let storage: any CustomerStorage
    let now: @Sendable () -> Date
    let makeToken: @Sendable () -> UUID
    let statement: @Sendable (CustomerID) async throws -> CustomerStatement
    let orders: OrderSearch

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers") { request, _ in try await list(request) }
        group.post("customers") { request, _ in
            // Who names somebody here would get a customer of another name.
            try await request.refuseMembers()
            let token = makeToken()
            let customer = try await storage.makeAnonymousCustomer(token: token, at: now())
            return JSONObject([
                ("customer", .string(customer.value)),
                ("appAccountToken", .string(token.uuidString.lowercased())),
            ]).response(status: .created)
        }
        group.post("customers/{customer}/login") { request, context in
            let customer = try context.customer
            let account = try await RequestObject(request, of: ["customer"]).customer("customer")
            return try await logIn(customer, as: account, actor: context.actor).response()
        }
        group.post("customers/{customer}/aliases") { request, context in
            let customer = try context.customer
            let body = try await RequestObject(request, of: ["alias", "reason"])
            let note = AuditNote(date: now(), actor: context.actor, reason: try body.text("reason"))
            let outcome = try await storage.merge(body.customer("alias"), into: customer, note)
            guard outcome != .otherAccount else {
                throw APIError(
                    .conflict,
                    "customer-exists",
                    "the alias is an account of its own; transfer its purchases"
                )
            }
            try refuseTooMany(outcome)
            return try await statement(customer).json.response()
        }
    }

    private func list(_ request: Request) async throws -> Response {
        let page = try Page(request)
        let parameters = request.uri.queryParameters
        var query = CustomerQuery(
            prefix: try Page.text("query", in: request) ?? "",
            originalTransactionID: try Page.text("originalTransactionId", in: request),
            transactionID: try Page.text("transactionId", in: request),
            productID: try Page.text("productId", in: request),
            after: page.after,
            limit: page.limit + 1
        )
        var found: [CustomerSummary] = []
        if let order = parameters["orderId"].map(String.init) {
            guard order.isIdentifier else {
                throw Page.invalid("orderId has 1 to 128 bytes without control characters")
            }
            for purchase in try await orders.purchases(of: order) {
                query.originalTransactionID = purchase
                let owners = try await storage.customers(matching: query)
                found += owners.filter { owner in !found.contains { $0.customer == owner.customer } }
            }
        } else {
            found = try await storage.customers(matching: query)
        }
        var json = JSONObject()
        json[array: "customers"] = found.prefix(page.limit).map { .object($0.json) }
        if found.count > page.limit, parameters["orderId"] == nil {
            json[string: "cursor"] = Page.cursor(after: found[page.limit - 1].position)
        }
        return json.response()
    }

    /// Everything that somebody without an account has becomes the account's. Two accounts stay two: then the app goes on
    /// with the other one.
    ///
    /// - Parameter isProven: Whether who asks may speak for the account; if not, the former tokens open nothing any more.
    func logIn(
        _ customer: CustomerID,
        as account: CustomerID,
        actor: String,
        isProven: Bool = true
    ) async throws -> JSONObject {
        guard !account.isAnonymous else {
            throw RequestObject.invalid("\"customer\" must be an account, not somebody without one")
        }
        var outcome = MergeOutcome.otherAccount
        if customer.isAnonymous || customer == account {
            let note = AuditNote(date: now(), actor: actor)
            outcome = try await storage.merge(customer, into: account, endsTokens: !isProven, note)
        }
        try refuseTooMany(outcome)
        var json = try await statement(account).json
        json[boolean: "merged"] = outcome != .otherAccount
        return json
    }

    private func refuseTooMany(_ outcome: MergeOutcome) throws(APIError) {
        guard outcome != .tooManyAliases else {
            let most = CustomerNames.maximumAliases
            throw APIError(.conflict, "too-many-aliases", "a customer has at most \(most) aliases")
        }
    }
}
