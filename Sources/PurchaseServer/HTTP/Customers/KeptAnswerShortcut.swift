import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// What apps ask most, what a customer has, answered before a route is looked for, where the answer is kept.
///
/// Routes and what they pass through take longer than such an answer does. Only the plainest form of the question is answered
/// here, and only with 200 or 304. Whatever else there is to say, and all that is refused, is left to the routes: they
/// know the same question, and answer it in the same words.
final class KeptAnswerShortcut: Sendable {
    private let ring: KeyRing
    private let limiter: RateLimiter
    private let answers: StatementAnswers
    private let metrics: ServerMetrics
    private let uptime: @Sendable () -> TimeInterval

    /// How the routes call the question.
    private static let route = "/v1/app/customers/{customer}"

    /// - Returns: nil where each request has to be looked at more closely: at tokens, names or origins, or where each is written
    ///   down.
    init?(_ application: PurchaseServerApplication) {
        let configuration = application.configuration
        guard configuration.isKeyDemanded, configuration.ownNames == nil, configuration.logger.logLevel > .debug,
            !CustomerGate(configuration, storage: application.storage).isUsed
        else { return nil }
        (ring, limiter, metrics) = (application.ring, application.limiter, application.metrics)
        (uptime, answers) = (configuration.uptime, StatementAnswers(configuration, application.storage))
    }

    /// - Parameter context: Is told who asks, and that this was counted, if the routes are to answer.
    /// - Returns: nil if the routes are to answer.
    func answer(to request: Request, _ context: inout APIContext) async -> Response? {
        guard let question = PlainQuestion(request.head) else { return nil }
        let begin = uptime()
        guard let caller = try? await ring.caller(question.authorization), caller.kind == .public,
            (try? limiter.count(caller)) != nil
        else { return nil }
        context.caller = caller
        context.observed.callerID = caller.id
        guard let kept = try? await answers.kept(of: question.customer, mayBeBehind: true) else { return nil }
        let response = Self.response(kept.octets, kept.tag, for: question)
        metrics.request(
            method: HTTPRequest.Method.get.rawValue,
            route: Self.route,
            status: response.status.code,
            seconds: max(uptime() - begin, 0)
        )
        return response
    }

    private static func response(_ octets: [Data], _ tag: String, for question: PlainQuestion) -> Response {
        let requestID = RequestID.of(question.requestID).value
        if let known = question.known, EntityTag.isNamed(tag, in: known) {
            return Response(
                status: .notModified,
                headers: [.eTag: tag, .cacheControl: EntityTag.cacheControl, .requestID: requestID]
            )
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: EntityTag.cacheControl, .eTag: tag,
                .requestID: requestID,
            ],
            body: ResponseBody(byteBuffer: octets.joinedBuffer)
        )
    }
}

/// `GET /v1/app/customers/…` of an app that shows its key and asks for nothing besides.
private struct PlainQuestion {
    let customer: CustomerID
    private(set) var authorization: String?
    /// The entity tags that the app has.
    private(set) var known: String?
    private(set) var requestID: String?

    private static let place = "/v1/app/customers/"
    private static let host = HTTPField.Name("Host")

    /// - Returns: nil for everything else, also for what is refused.
    init?(_ head: HTTPRequest) {
        guard head.method == .get, let path = head.path, path.hasPrefix(Self.place) else { return nil }
        let name = path.utf8.dropFirst(Self.place.utf8.count)
        guard name.allSatisfy(Self.isPlain), let customer = CustomerID(String(Substring(name))) else { return nil }
        self.customer = customer
        for field in head.headerFields {
            switch field.name {
            case .authorization where authorization == nil: authorization = field.value
            case .ifNoneMatch where known == nil: known = field.value
            case .requestID where requestID == nil: requestID = field.value
            case .authorization, .ifNoneMatch, .requestID, .idempotencyKey, Self.host: return nil
            default: continue
            }
        }
    }

    /// Whether it stands in a name for itself, and ends none.
    private static func isPlain(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): false
        default: (0x21...0x7E).contains(octet)
        }
    }
}
