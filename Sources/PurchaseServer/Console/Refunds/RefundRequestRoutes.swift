import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

/// What the App Store wants to hear about refunds that customers asked for, and the answer of a person or of the developer's
/// own servers.
///
/// Nobody but the customer can ask the App Store for the money, and nobody but the App Store gives it back: what a developer
/// has is one answer, within twelve hours.
struct RefundRequestRoutes: Sendable {
    let storage: PurchaseDatabase
    let desk: RefundRequestDesk
    let now: @Sendable () -> Date

    private static let most = 100

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        addOfEverybody(to: group)
        group.get("customers/{customer}/refund-requests") { _, context in
            let date = now()
            let found = try await storage.refundRequests(about: try context.customer, limit: Self.most)
            return JSONObject([("refundRequests", .array(found.map { .object($0.json(at: date)) }))]).response()
        }
        group.post("customers/{customer}/refund-requests/{request}/answer") { request, context in
            let customer = try context.customer
            let identifier = try context.identifier("request")
            let order = try await RefundAnswerOrder(request)
            let all = try await storage.refundRequests(about: customer, limit: .max)
            guard let listed = all.first(where: { $0.request.notification == identifier }) else {
                throw RefundRequestDesk.unknown
            }
            return try await desk.answer(listed, order).response()
        }
    }

    /// What a server asks that answers for all customers.
    private func addOfEverybody<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("refund-requests") { request, _ in
            let date = now()
            var query = try RefundRequestQuery(request)
            let limit = query.limit
            query.limit += 1
            let found = try await storage.refundRequests(matching: query, at: date)
            var json = JSONObject()
            json[array: "refundRequests"] = found.prefix(limit).map { .object($0.json(at: date)) }
            if found.count > limit { json[string: "cursor"] = Page.cursor(after: found[limit - 1].position.text) }
            return json.response()
        }
        group.get("refund-requests/{request}") { _, context in
            try await listed(try context.identifier("request")).json(at: now()).response()
        }
        group.put("refund-requests/{request}/answer") { request, context in
            let identifier = try context.identifier("request")
            let order = try await RefundAnswerOrder(request)
            return try await desk.answerOnce(try await listed(identifier), order).response()
        }
    }

    private func listed(_ identifier: String) async throws -> ListedRefundRequest {
        guard let listed = try await storage.refundRequest(identifier) else { throw RefundRequestDesk.unknown }
        return listed
    }
}
