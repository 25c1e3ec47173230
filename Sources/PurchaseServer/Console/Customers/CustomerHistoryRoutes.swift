import AppStoreModels
import Foundation
import Hummingbird

/// What was known about a customer at any moment, and the signed documents that say so.
struct CustomerHistoryRoutes: Sendable {
    let storage: PurchaseDatabase
    let configuration: PurchaseServerConfiguration
    let statement: @Sendable (CustomerID) async throws -> CustomerStatement

    /// How many notifications an answer has.
    private static let most = 200
    /// How many deliveries: each event may have several.
    private static let mostDeliveries = 1_000

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}/history") { request, context in
            let customer = try context.customer
            let (date, knowledge) = try moment(request)
            guard var export = try await storage.export(of: customer) else { throw APIError.unknownCustomer }
            // What was stated again later was known before, too.
            export.subscriber.record.facts = try await storage.statements(about: customer)
            var json = export.json(with: try await statement(customer))
            json[object: "moment"] = PastMoment(of: export.record, at: date, knowledge, configuration).json
            let notifications = try await storage.notifications(about: customer, limit: Self.most)
            json[array: "notifications"] = notifications.map { .object($0.json) }
            let deliveries = try await storage.deliveries(about: customer, limit: Self.mostDeliveries)
            json[array: "deliveries"] = deliveries.map { delivery in
                var json = delivery.json
                json[string: "webhook"] = delivery.endpoint
                return .object(json)
            }
            return json.response()
        }
        group.get("customers/{customer}/documents") { _, context in
            let documents = try await CustomerDocuments(storage: storage, configuration: configuration)
                .json(of: try context.customer)
            return JSONObject([("documents", .array(documents.map(JSONValue.object)))]).response()
        }
    }

    private func moment(_ request: Request) throws(APIError) -> (Date, PastMoment.Knowledge) {
        let parameters = request.uri.queryParameters
        var (date, knowledge) = (configuration.now(), PastMoment.Knowledge.then)
        if let text = parameters["at"] {
            guard let milliseconds = Int64(text), (0...Self.latest).contains(milliseconds) else {
                throw Page.invalid("at is a moment in milliseconds since 1970")
            }
            date = Date(millisecondsSince1970: milliseconds)
        }
        if let text = parameters["known"] {
            guard let known = PastMoment.Knowledge(rawValue: String(text)) else {
                throw Page.invalid("known is then or now")
            }
            knowledge = known
        }
        return (date, knowledge)
    }

    /// The end of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999
}
