import Foundation
import HTTPTypes
import Hummingbird

/// Refuses what no operation of the document takes: a query with broken escapes, which would be another spelling of somebody's
/// name; a parameter that means nothing, which would otherwise be passed over and everything shown; an `Idempotency-Key` where no
/// answer is kept; a method that an address does not have; and two names of this server.
struct OperationMiddleware: RouterMiddleware {
    private let operations = APIOperationIndex.all
    /// The first such field is the request's authority; what stands among the fields is a second one, by which somebody in
    /// between may have gone.
    private static let host = HTTPField.Name("Host")

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        if let host = Self.host, request.headers.contains(host) {
            throw APIError(.badRequest, "request-refused", "a request has one Host field")
        }
        try Self.checkLetters(of: request.uri.string)
        let query = request.uri.query ?? ""
        try Self.checkEscapes(in: query)
        // Nearly all requests have neither, and are not looked up twice.
        if !query.isEmpty || request.headers.contains(.idempotencyKey) { try check(request) }
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let methods = operations.methods(at: request.uri.path)
            guard !methods.isEmpty, !methods.contains(request.method) else { throw error }
            throw APIError(methodsAllowed: methods)
        }
    }

    /// Octets that are no UTF-8 have become this letter on their way here, whichever they were: of two names one would be read.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private static func checkLetters(of address: String) throws(APIError) {
        // Nearly all addresses are ASCII; the letter begins with this octet.
        guard address.utf8.contains(0xEF), address.unicodeScalars.contains(replacement) else { return }
        throw APIError(.badRequest, "request-refused", "the address is no UTF-8; percent-encode what is not ASCII")
    }

    /// What is escaped wrongly would be taken as it stands, or as that letter.
    private static func checkEscapes(in query: String) throws(APIError) {
        guard query.utf8.contains(UInt8(ascii: "%")), query.removingPercentEncoding == nil else { return }
        throw APIError(.badRequest, "invalid-query", "\"\(query.prefix(256))\" is no escaped UTF-8")
    }

    private func check(_ request: Request) throws(APIError) {
        let method = request.method == .head ? .get : request.method
        guard let operation = operations.operation(method, at: request.uri.path) else { return }
        if operation.path.hasPrefix("/v1/") {
            let known = Set(operation.allQueries.map(\.name))
            if let name = request.uri.queryParameters.map({ String($0.key) }).first(where: { !known.contains($0) }) {
                throw Self.unknownParameter(name, known)
            }
        }
        guard operation.refusesIdempotencyKey, request.headers[.idempotencyKey] != nil else { return }
        throw APIError(
            .badRequest,
            "idempotency-key-refused",
            "the answer has a secret, or belongs to the keys, and is kept for no second request; send no Idempotency-Key"
        )
    }

    private static func unknownParameter(_ name: String, _ known: Set<String>) -> APIError {
        let names = known.sorted().joined(separator: ", ")
        let wanted = known.isEmpty ? "this address takes none" : "this address takes \(names)"
        return APIError(.badRequest, "invalid-query", "there is no parameter \"\(name.prefix(64))\"; \(wanted)")
    }
}
