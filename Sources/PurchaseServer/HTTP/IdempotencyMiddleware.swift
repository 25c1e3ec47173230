import Crypto
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Carries a POST with an `Idempotency-Key` out once: sent again within a day, it gets the answer of the first time.
///
/// Only what was done is kept. What was refused changed nothing and may be mended and sent again under the same key.
struct IdempotencyMiddleware: RouterMiddleware {
    let storage: PurchaseDatabase
    let maximumBodyLength: Int
    let now: @Sendable () -> Date
    /// Where apps ask: what keeps an answer from whoever may not have it any more; nil where the developer's servers ask.
    var gate: CustomerGate?

    static let maximumKeyLength = 255
    /// A longer answer is not kept; none of ours is.
    static let maximumAnswerLength = 1024 * 1024

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post, let key = request.headers[.idempotencyKey], let caller = context.caller else {
            return try await next(request, context)
        }
        try Self.check(key)
        let customer = try? context.customer
        // What is repeated is not carried out, and the route that asks for a token is not reached.
        if let gate, let customer { try await gate.check(request, for: customer) }
        let body = try await request.wholeBody(upTo: maximumBodyLength)
        let repeatable = RepeatableRequest(
            callerID: caller.id,
            key: key,
            digest: Self.digest(of: request, body),
            customer: customer,
            isOfApp: gate != nil
        )
        switch try await storage.begin(repeatable, at: now()) {
        case .new:
            return try await carryOut(repeatable) {
                try await next(Request(head: request.head, body: RequestBody(buffer: body)), context)
            }
        case .answered(let status, let body):
            return Response(
                status: HTTPResponse.Status(code: status),
                headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
            )
        case .underWay:
            var error = APIError(.conflict, "request-under-way", "this request is being carried out; ask again")
            error.retryAfter = 1
            throw error
        case .otherRequest:
            throw APIError(
                .unprocessableContent,
                "idempotency-key-reused",
                "another request had this Idempotency-Key; give each request its own"
            )
        case .tooMany:
            var error = APIError(
                .tooManyRequests,
                "too-many-idempotency-keys",
                "\(PurchaseDatabase.maximumAnswers) answers of this key's requests are kept, for a day each; send fewer keys"
            )
            error.retryAfter = 3_600
            throw error
        }
    }

    private func carryOut(_ request: RepeatableRequest, _ work: () async throws -> Response) async throws -> Response {
        do {
            var response = try await work()
            let body = Data(buffer: try await response.collectedBody())
            guard response.status.kind == .successful, body.count <= Self.maximumAnswerLength else {
                await storage.forget(request)
                return response
            }
            await storage.keep(request, status: response.status.code, body: body)
            return response
        } catch {
            await storage.forget(request)
            throw error
        }
    }

    private static func check(_ key: String) throws(APIError) {
        guard (1...maximumKeyLength).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw APIError(
                .badRequest,
                "invalid-idempotency-key",
                "an Idempotency-Key is 1 to \(maximumKeyLength) visible ASCII characters, for example a UUID"
            )
        }
    }

    private static func digest(of request: Request, _ body: ByteBuffer) -> Data {
        var hash = SHA256()
        hash.update(data: Data("\(request.method.rawValue) \(request.uri.string)\n".utf8))
        hash.update(data: body.readableBytesView)
        return Data(hash.finalize())
    }
}
