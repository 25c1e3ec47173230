import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

/// `/v1/offerings`: what an app shows for sale.
struct OfferingRoutes: Sendable {
    let storage: any OfferingStorage
    let now: @Sendable () -> Date

    private static let mostProducts = 500

    /// For apps as well.
    func addReading<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("offerings") { request, _ in
            let list = try await storage.offerings()
            var json = JSONObject()
            json[integer: "revision"] = list.revision
            json[array: "offerings"] = list.offerings.map { .object($0.json) }
            return Self.answer(json, revision: list.revision, to: request)
        }
        group.get("offerings/{offering}") { request, context in
            let name = try context.identifier("offering")
            let list = try await storage.offerings()
            guard let offering = list.offerings.first(where: { $0.name == name }) else { throw Self.unknown }
            return Self.answer(offering.json, revision: list.revision, to: request)
        }
    }

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        addReading(to: group)
        group.put("offerings/{offering}") { request, context in
            let body = try await RequestObject(request, of: ["productIds", "metadata", "isCurrent"])
            let offering = Offering(
                name: try context.identifier("offering"),
                productIDs: try body.texts("productIds", upTo: Self.mostProducts) ?? [],
                metadata: try body.object("metadata"),
                isCurrent: try body.boolean("isCurrent") ?? false
            )
            let outcome = try await storage.save(offering, ifRevision: try Self.revision(request), at: now())
            return Self.answer(offering.json, revision: try Self.revision(of: outcome))
        }
        group.delete("offerings/{offering}") { request, context in
            let outcome = try await storage.removeOffering(
                try context.identifier("offering"),
                ifRevision: try Self.revision(request)
            )
            let revision = try Self.revision(of: outcome)
            return Self.answer(JSONObject([("revision", .number(JSONNumber(revision)))]), revision: revision)
        }
    }

    private static let unknown = APIError(.notFound, "unknown-offering", "there is no offering of this name")

    /// The revision that a change is meant for; nil for any.
    private static func revision(_ request: Request) throws(APIError) -> Int64? {
        guard let text = request.headers[.ifMatch], text != "*" else { return nil }
        guard let revision = Int64(text.filter { $0 != "\"" }) else {
            throw Page.invalid("If-Match is the ETag of an answer, as it stands there")
        }
        return revision
    }

    private static func revision(of outcome: OfferingOutcome) throws(APIError) -> Int64 {
        switch outcome {
        case .done(let revision): return revision
        case .changed(let revision):
            throw APIError(
                .preconditionFailed,
                "revision-mismatch",
                "the offerings have revision \(revision) now; read them, then change them"
            )
        case .unknown: throw unknown
        case .tooMany:
            let most = PurchaseDatabase.maximumOfferings
            throw APIError(.conflict, "too-many-offerings", "there are at most \(most) offerings")
        }
    }

    private static func answer(_ json: JSONObject, revision: Int64, to request: Request? = nil) -> Response {
        let tag = "\"\(revision)\""
        let known = request?.headers[.ifNoneMatch]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        guard !known.contains(tag), !known.contains("*") else {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "no-cache"])
        }
        var response = json.response()
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}
