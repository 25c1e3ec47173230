import AppStoreModels
import AppStoreServerClient
import Foundation
import HTTPTypes

/// Tells the App Store what a person, or a developer's server, says about a refund that a customer asked for.
struct RefundRequestDesk: Sendable {
    let storage: PurchaseDatabase
    let clients: ServerAPIClients
    let answering: RefundAnswering
    /// By bundle identifier, also of apps that answer nothing by themselves.
    let policies: [String: ConsumptionPolicy]
    let now: @Sendable () -> Date

    /// Answers; a rehearsal only shows what would be said.
    ///
    /// - Throws: ``APIError`` where nothing can be said any more, or the App Store does not take it.
    func answer(_ listed: ListedRefundRequest, _ order: RefundAnswerOrder) async throws -> JSONObject {
        guard listed.isOpen(at: now()) else { throw Self.settled }
        let request = listed.request
        guard let client = clients.client(of: request.bundleID, in: request.environment) else { throw Self.notAsked }
        // What was made once is what is sent: an attempt that seemed to fail may have arrived.
        let made = request.answer
        guard let answer = try await answer(request, made, order) else { throw Self.unknown }
        let json = Self.json(answer, isSent: !order.isRehearsal, wasMadeBefore: made != nil)
        guard !order.isRehearsal else { return json }
        if made == nil { try await storage.keep(answer, to: request) }
        if let failure = try await answering.send(answer, to: request, by: client) {
            throw APIError(.conflict, "app-store-refused", "the App Store does not take the answer: \(failure)")
        }
        return json
    }

    /// The same for a caller who may not know what became of the call before: what was told already is shown again.
    func answerOnce(_ listed: ListedRefundRequest, _ order: RefundAnswerOrder) async throws -> JSONObject {
        guard listed.storedState == .answered, let answer = listed.request.answer else {
            return try await self.answer(listed, order)
        }
        return Self.json(answer, isSent: true, wasMadeBefore: true)
    }

    private func answer(_ request: RefundRequest, _ made: ConsumptionAnswer?, _ order: RefundAnswerOrder) async throws
        -> ConsumptionAnswer?
    {
        if let made { return made }
        var policy = policies[request.bundleID] ?? ConsumptionPolicy(customersHaveConsented: false)
        policy.preference = order.preference
        policy.customersHaveConsented = policy.customersHaveConsented || order.hasConsented
        guard policy.customersHaveConsented else { throw Self.noConsent }
        return try await answering.draft(to: request, by: policy)
    }

    private static func json(_ answer: ConsumptionAnswer, isSent: Bool, wasMadeBefore: Bool) -> JSONObject {
        JSONObject([
            ("answer", .object(answer.json)), ("isSent", .bool(isSent)), ("wasMadeBefore", .bool(wasMadeBefore)),
        ])
    }

    static let unknown = APIError(
        .notFound,
        "unknown-refund-request",
        "the App Store has not asked about such a refund, or it is forgotten by now"
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
