import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird

/// `/compat/revenuecat/v1`: the calls of RevenueCat's interface that apps and servers make, from our own facts and by our own
/// rules, so that who changes servers need not change code on the same day.
struct RevenueCatRoutes: Sendable {
    typealias Storage = ServerStorage & SubscriberStorage & SubscriptionStorage

    let storage: any Storage
    let ingestion: ReceiptIngestion
    let signedIngestion: TransactionIngestion
    let maximumReceiptLength: Int
    let log: UploadLog
    /// Which products give which levels; what is called an entitlement there.
    let catalogue: LevelCatalogue
    /// Whose purchases in the sandbox give levels.
    let sandbox: SandboxRule
    let statement: @Sendable (CustomerRecord) throws -> CustomerStatement
    let extending: RenewalExtending
    let now: @Sendable () -> Date
    /// Makes names of grants.
    let identifier: @Sendable () -> String

    /// The platforms that apps of that interface name themselves by.
    static let platforms: Set = ["ios", "android", "amazon", "macos", "uikitformac", "watchos", "tvos", "visionos"]

    func add(to group: RouterGroup<APIContext>) {
        addSubscribers(to: group)
        addReceipts(to: group)
        addGrants(to: group)
        addOfferings(to: group)
    }

    private func addSubscribers(to group: RouterGroup<APIContext>) {
        group.get("subscribers/{id}") { request, context in
            try context.demandAnyKey()
            let customer = try context.appUserID
            let isNew = try await storage.meet(customer, on: try Self.platform(of: request), at: now())
            return try await answer(about: customer, to: request, context, isNew: isNew)
        }
        group.delete("subscribers/{id}") { _, context in
            try context.demand(.customers)
            let customer = try context.appUserID
            let isKnown = try await storage.erase(customer, AuditNote(date: now(), actor: context.actor))
            guard isKnown else {
                throw RevenueCatError(.notFound, .subscriptionNotFound, "nothing is known about this app user id")
            }
            return JSONObject([("app_user_id", .string(customer.value))]).response()
        }
        group.post("subscribers/identify") { request, context in
            try context.demandAnyKey()
            return try await logIn(try await RevenueCatBody(request), request, context)
        }
        group.post("subscribers/{id}/attributes") { request, context in
            try context.demandAnyKey()
            let customer = try context.appUserID
            let body = try await RevenueCatBody(request)
            guard body.json["attributes"]?.object != nil else {
                throw RevenueCatError.badRequest("there is no object \"attributes\"")
            }
            let wish = try RevenueCatAttributes(body.json["attributes"], at: now())
            if let error = try await keep(wish, of: customer) { throw error }
            return JSONObject().response()
        }
        group.get("subscribers/{id}/virtual_currencies") { request, context in
            try context.demandAnyKey()
            let record = try await storage.record(of: try context.appUserID)
            let currencies = try statement(record).balances.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                currency,
                amount -> (String, JSONValue) in
                let code = JSONValue.string(currency.rawValue)
                return (
                    currency.rawValue,
                    [
                        "balance": .number(JSONNumber(amount)), "code": code, "description": .null, "name": code,
                    ]
                )
            }
            return Self.tagged(["virtual_currencies": .object(JSONObject(currencies))], to: request)
        }
    }

    /// What somebody has without an account becomes the account's; two accounts stay two, and the app goes on with the one
    /// that it names.
    private func logIn(_ body: RevenueCatBody, _ request: Request, _ context: APIContext) async throws -> Response {
        let customer = try body.appUserID("app_user_id")
        let account = try body.appUserID("new_app_user_id")
        guard !account.isAnonymous else {
            throw RevenueCatError(.badRequest, .badAppUserID, "nobody logs in as somebody without an account")
        }
        let isNew = try await storage.meet(account, on: try Self.platform(of: request), at: now())
        if customer.isAnonymous {
            let note = AuditNote(date: now(), actor: context.actor)
            let isProven = context.isBackend
            let outcome = try await storage.merge(customer, into: account, endsTokens: !isProven, note)
            guard outcome != .tooManyAliases else {
                throw RevenueCatError(.conflict, .aliasFailed, "the account has too many other names")
            }
        }
        return try await answer(about: account, to: request, context, isNew: isNew)
    }

    /// - Returns: What that interface answers about attributes that were not kept; nil if all were.
    func keep(_ attributes: RevenueCatAttributes, of customer: CustomerID) async throws -> RevenueCatError? {
        attributes.error(homeless: try await storage.save(attributes.accepted, of: customer, at: now()))
    }

    // MARK: Answers

    /// The subscriber object, as who asks may see it.
    func object(about customer: CustomerID, _ context: APIContext) async throws -> JSONObject {
        let subscriber = try await storage.subscriber(customer)
        return RevenueCatSubscriber(
            subscriber: subscriber,
            statement: try statement(subscriber.record),
            catalogue: catalogue,
            environments: sandbox.environments(for: subscriber.record.name(forSandbox: sandbox))
        ).json(showsAttributes: context.isBackend)
    }

    func answer(
        about customer: CustomerID,
        to request: Request,
        _ context: APIContext,
        isNew: Bool = false
    ) async throws -> Response {
        let json = try await object(about: customer, context)
        return isNew ? json.response(status: .created) : Self.tagged(json, to: request)
    }

    /// With a tag, or 304 for whoever has it; the moment of the question and of the last visit say nothing new.
    static func tagged(_ json: JSONObject, to request: Request) -> Response {
        var lasting = json
        if var subscriber = json[object: "subscriber"] {
            subscriber["last_seen"] = nil
            lasting["subscriber"] = .object(subscriber)
        }
        let tag = EntityTag(of: lasting, besides: ["request_date", "request_date_ms"])
        let bare = String(tag.description.filter { $0.isHexDigit })
        let isKnown =
            request.headers[.revenueCatETag] == bare
            || request.headers[.ifNoneMatch].map { EntityTag.isNamed(tag.description, in: $0) } == true
        var response = isKnown ? Response(status: .notModified) : json.response()
        response.headers[.eTag] = tag.description
        response.headers[.revenueCatETag] = bare
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }

    /// What the app runs on; nil if the request does not say.
    static func platform(of request: Request) throws(RevenueCatError) -> String? {
        guard let text = request.headers[.platform] else { return nil }
        let platform = text.lowercased()
        guard platforms.contains(platform) else {
            let all = platforms.sorted().joined(separator: ", ")
            throw RevenueCatError(.badRequest, .invalidPlatform, "X-Platform is one of these: \(all)")
        }
        return platform
    }
}
