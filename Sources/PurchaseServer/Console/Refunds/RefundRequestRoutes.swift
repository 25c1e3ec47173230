import AppStoreModels
import AppStoreServerClient
import Foundation
import HTTPTypes
import Hummingbird

/// What the App Store wants to hear about refunds that a customer asked for, and the answer of a person.
///
/// Nobody but the customer can ask the App Store for the money, and nobody but the App Store gives it back: what a developer
/// has is one answer, within twelve hours.
struct RefundRequestRoutes: Sendable {
    let storage: SQLiteStorage
    let clients: ServerAPIClients
    let answering: RefundAnswering
    /// By bundle identifier, also of apps that answer nothing by themselves.
    let policies: [String: ConsumptionPolicy]
    let now: @Sendable () -> Date

    private static let most = 100

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}/refund-requests") { _, context in
            let date = now()
            let found = try await storage.refundRequests(about: try context.customer, limit: Self.most)
            return JSONObject([("refundRequests", .array(found.map { .object($0.json(at: date)) }))]).response()
        }
        group.post("customers/{customer}/refund-requests/{request}/answer") { request, context in
            let customer = try context.customer
            let identifier = try context.identifier("request")
            let order = try Order(try await RequestObject(request))
            guard let listed = try await find(identifier, of: customer) else { throw Self.unknown }
            return try await answer(listed, of: customer, order).response()
        }
    }

    private func find(_ identifier: String, of customer: CustomerID) async throws -> ListedRefundRequest? {
        try await storage.refundRequests(about: customer, limit: .max).first { $0.request.notification == identifier }
    }

    private func answer(_ listed: ListedRefundRequest, of customer: CustomerID, _ order: Order) async throws
        -> JSONObject
    {
        guard listed.isOpen(at: now()) else { throw Self.settled }
        let request = listed.request
        guard let client = clients.client(of: request.bundleID, in: request.environment) else { throw Self.notAsked }
        // What was made once is what is sent: an attempt that seemed to fail may have arrived.
        let made = request.answer
        guard let answer = try await answer(request, made, order) else { throw Self.unknown }
        var json = JSONObject([("answer", .object(answer.json)), ("isSent", .bool(!order.isRehearsal))])
        json[boolean: "wasMadeBefore"] = made != nil
        guard !order.isRehearsal else { return json }
        if made == nil { try await storage.keep(answer, to: request) }
        if let failure = try await answering.send(answer, to: request, by: client) {
            throw APIError(.conflict, "app-store-refused", "the App Store does not take the answer: \(failure)")
        }
        return json
    }

    private func answer(_ request: RefundRequest, _ made: ConsumptionAnswer?, _ order: Order) async throws
        -> ConsumptionAnswer?
    {
        if let made { return made }
        var policy = policies[request.bundleID] ?? ConsumptionPolicy(customersHaveConsented: false)
        policy.preference = order.preference
        policy.customersHaveConsented = policy.customersHaveConsented || order.hasConsented
        guard policy.customersHaveConsented else { throw Self.noConsent }
        return try await answering.draft(to: request, by: policy)
    }

    private static let unknown = APIError(
        .notFound,
        "unknown-refund-request",
        "the App Store has not asked about such a refund of this customer, or it is forgotten by now"
    )
    private static let settled = APIError(
        .conflict,
        "refund-request-settled",
        "the App Store waits no longer: it has an answer, or twelve hours are over"
    )
    private static let notAsked = APIError(
        .conflict,
        "app-store-not-asked",
        "an answer takes an app that has an In-App Purchase key"
    )
    private static let noConsent = APIError(
        .conflict,
        "consent-missing",
        "what is told is the customer's data; say with customerConsented that the customer agreed to it"
    )
}

extension RefundRequestRoutes {
    /// What a person wants to say.
    private struct Order {
        let preference: ConsumptionPolicy.Preference
        let hasConsented: Bool
        /// Whether it is only to be shown what would be said.
        let isRehearsal: Bool

        init(_ body: RequestObject) throws(APIError) {
            let text = try body.text("preference") ?? ConsumptionPolicy.Preference.none.rawValue
            guard let preference = ConsumptionPolicy.Preference(rawValue: text) else {
                let all = ConsumptionPolicy.Preference.allCases.map(\.rawValue).joined(separator: ", ")
                throw RequestObject.invalid("\"preference\" is one of \(all)")
            }
            self.preference = preference
            hasConsented = try body.boolean("customerConsented") ?? false
            isRehearsal = try body.boolean("isRehearsal") ?? false
        }
    }
}
