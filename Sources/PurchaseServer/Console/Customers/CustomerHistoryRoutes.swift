import AppStoreModels
import AppStoreTrust
import Foundation
import Hummingbird

/// What was known about a customer at any moment, and the signed documents that say so.
struct CustomerHistoryRoutes: Sendable {
    let storage: SQLiteStorage
    let configuration: PurchaseServerConfiguration
    let statement: @Sendable (CustomerID) async throws -> CustomerStatement

    /// How many notifications, and how many documents of each kind, an answer has.
    private static let most = 200

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("customers/{customer}/history") { request, context in
            let customer = try context.customer
            let (date, knowledge) = try moment(request)
            guard let export = try await storage.export(of: customer) else { throw APIError.unknownCustomer }
            var json = export.json(with: try await statement(customer))
            json[object: "moment"] = PastMoment(of: export.record, at: date, knowledge, configuration).json
            let notifications = try await storage.notifications(about: customer, limit: Self.most)
            json[array: "notifications"] = notifications.map { .object($0.json) }
            return json.response()
        }
        group.get("customers/{customer}/documents") { _, context in
            let customer = try context.customer
            let verifier = SignedDataVerifier(configuration)
            var documents: [JSONValue] = []
            for part in [CustomerExport.Part.signedTransactions, .signedRenewalInfo] {
                let newest = try await storage.exportedPlaces(part, of: customer).suffix(Self.most)
                for case .signed(let jws) in try await storage.exportedItems(part, at: Array(newest)) {
                    documents.append(.object(verifier.examine(jws).document(jws)))
                }
            }
            return JSONObject([("documents", .array(documents))]).response()
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

extension SignedDataExamination {
    /// The document, decoded where its signature is good, and what became of every rule.
    fileprivate func document(_ compact: String) -> JSONObject {
        var json: JSONObject = ["isValid": .bool(isValid), "jws": .string(compact)]
        json[string: "kind"] = kind?.rawValue ?? "unknown"
        json[object: "payload"] = jws?.json
        json[array: "checks"] = checks.map { .object($0.json) }
        return json
    }
}

extension RuleCheck where Rule == SignedDataRule, Failure == TrustError {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["rule": .string(rule.rawValue)]
        switch outcome {
        case .passed: json[string: "outcome"] = "passed"
        case .notApplicable(let reason):
            json[string: "outcome"] = "notApplicable"
            json[string: "reason"] = reason
        case .failed(let error):
            json[string: "outcome"] = "failed"
            json[string: "reason"] = "\(error.code.rawValue): \(error.reason)"
        }
        return json
    }
}
