import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging

/// What apps ask most, what a customer has, answered before a route is looked for, where the answer is kept.
///
/// Routes and what they pass through take longer than such an answer does. Only the plainest form of the question is answered
/// here, and only with 200 or 304. Whatever else there is to say, and all that is refused, is left to the routes: they
/// know the same question, and answer it in the same words.
final class KeptAnswerShortcut: Sendable {
    /// Whether answers have to be waited for: those in a database that servers share do.
    let waits: Bool
    private let ring: KeyRing
    private let limiter: RateLimiter
    private let answers: StatementAnswers
    /// What answers are counted with, and those that say that nothing has changed.
    private let answered, unchanged: ServerMetrics.RequestInstruments
    private let uptime: @Sendable () -> TimeInterval
    /// The date of the answers that the application gives, too.
    private let outsideNow: @Sendable () -> Date

    /// How the routes call the question.
    private static let route = "/v1/app/customers/{customer}"

    /// - Returns: nil where each request has to be looked at more closely: at tokens, names or origins, or where each is written
    ///   down.
    init?(_ application: PurchaseServerApplication) {
        let configuration = application.configuration
        guard configuration.isKeyDemanded, configuration.ownNames == nil, configuration.logger.logLevel > .debug,
            !CustomerGate(configuration, storage: application.storage).isUsed
        else { return nil }
        waits = application.storage.file == nil
        (ring, limiter, uptime) = (application.ring, application.limiter, configuration.uptime)
        outsideNow = configuration.outsideNow ?? { Date() }
        answers = StatementAnswers(configuration, application.storage)
        (answered, unchanged) = (
            application.metrics.instruments(method: "GET", route: Self.route, status: HTTPResponse.Status.ok.code),
            application.metrics.instruments(
                method: "GET",
                route: Self.route,
                status: HTTPResponse.Status.notModified.code
            )
        )
    }

    /// Answers out of a file; nil for everything else.
    ///
    /// Who asks is counted only where that is all there is to do: the routes count whom they answer.
    func answerAtOnce(to request: Request) -> Response? {
        guard let question = PlainQuestion(request.head) else { return nil }
        let begin = uptime()
        guard let caller = ring.callerAtOnce(question.authorization), caller.kind == .public,
            let kept = try? answers.keptAtOnce(of: question.customer), (try? limiter.count(caller)) != nil
        else { return nil }
        var response = response(kept, to: question, since: begin)
        response.headers.append(DateField.at(outsideNow()))
        response.headers.append(Self.server)
        return response
    }

    /// The same out of a database that servers share, which has to be waited for.
    ///
    /// - Parameter context: Is told who asks, and that this was counted, if the routes are to answer.
    /// - Returns: nil if the routes are to answer.
    func answer(to request: Request, _ context: inout APIContext) async -> Response? {
        guard let question = PlainQuestion(request.head) else { return nil }
        let begin = uptime()
        guard let caller = try? await ring.caller(question.authorization), caller.kind == .public,
            (try? limiter.count(caller)) != nil
        else { return nil }
        context.caller = caller
        guard let kept = try? await answers.kept(of: question.customer, mayBeBehind: true) else { return nil }
        return response(kept, to: question, since: begin)
    }

    private func response(_ kept: StatementAnswer, to question: PlainQuestion, since begin: TimeInterval) -> Response {
        let isKnown = question.known.map { EntityTag.isNamed(kept.tag, in: $0) } ?? false
        var headers = HTTPFields()
        headers.reserveCapacity(7)
        if !isKnown { headers.append(Self.contentType) }
        headers.append(Self.cacheControl)
        headers.append(HTTPField(name: .eTag, value: kept.tag))
        headers.append(HTTPField(name: .requestID, value: RequestID.of(question.requestID).value))
        (isKnown ? unchanged : answered).answered(in: max(uptime() - begin, 0))
        return isKnown
            ? Response(status: .notModified, headers: headers)
            : Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: kept.octets))
    }

    private static let contentType = HTTPField(name: .contentType, value: "application/json; charset=utf-8")
    private static let server = HTTPField(name: .server, value: PurchaseServerApplication.serverName)
    private static let cacheControl = HTTPField(name: .cacheControl, value: EntityTag.cacheControl)
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
        guard head.method == .get, var path = head.path, path.hasPrefix(Self.place) else { return nil }
        let name = path.withUTF8 { octets in
            let name = octets[Self.place.utf8.count...]
            return name.allSatisfy(Self.isPlain) ? String(decoding: name, as: UTF8.self) : nil
        }
        guard let name, let customer = CustomerID(name) else { return nil }
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
