import AppStoreModels
import Foundation

/// Asks the server, again where that may help, until the deadline: all that one call of the app asks.
struct ServerConnection: Sendable {
    let url: URL
    let publicKey: String?
    let bundleID: String
    let limits: RequestLimits
    let transport: any HTTPTransport
    let uptime: @Sendable () -> TimeInterval
    let sleep: @Sendable (TimeInterval) async throws -> Void
    /// When the call of the app must be over, on the clock of `uptime`.
    private let end: TimeInterval

    /// The longest wait between two tries, in seconds.
    private static let longestDelay: TimeInterval = 60

    /// A call: what is sent, without the server's address.
    struct Call: Sendable {
        var method = "GET"
        /// Below `/v1/app`, each part not yet escaped.
        var path: [String]
        var query: [(String, String)] = []
        var body: JSONObject?
        /// What shows that the app speaks for the customer.
        var customerToken: String?
        /// Members that an answer of our server always has. One without them was given by somebody else, and shows nothing.
        var demands: [String] = []
    }

    /// What came back: a status below 300, and an object.
    struct Answer: Sendable {
        let status: Int
        let json: JSONObject
    }

    /// Begins now; several calls that belong together share the time.
    init(_ configuration: PurchaseBackendConfiguration, _ limits: RequestLimits) {
        url = configuration.url
        publicKey = configuration.publicKey
        bundleID = configuration.bundleID
        self.limits = limits
        transport = configuration.transport
        uptime = configuration.uptime
        sleep = configuration.sleep
        end = uptime() + (limits.triesAgain ? limits.totalTimeout : limits.timeout)
    }

    /// - Throws: ``PurchaseBackendError``.
    func send(_ call: Call) async throws(PurchaseBackendError) -> Answer {
        let request = try request(call)
        var failures = 0
        while true {
            do throws(PurchaseBackendError) {
                return try await sendOnce(request, call.demands)
            } catch {
                guard error.isRetryable, limits.triesAgain else { throw error }
                let usual = min(limits.firstDelay * pow(2, Double(min(failures, 16))), Self.longestDelay)
                let delay = max(error.retryAfter ?? 0, usual)
                failures += 1
                guard uptime() + delay < end else { throw error }
                do { try await sleep(delay) } catch {
                    throw PurchaseBackendError(.cancelled, "the task was cancelled while it waited for the server")
                }
            }
        }
    }

    private func sendOnce(
        _ request: HTTPTransportRequest,
        _ demands: [String]
    ) async throws(PurchaseBackendError) -> Answer {
        var request = request
        request.timeout = min(limits.timeout, end - uptime())
        guard request.timeout > 0 else {
            throw PurchaseBackendError(.timedOut, "the time for the call was over before everything was asked")
        }
        let response: HTTPTransportResponse
        do { response = try await transport.send(request) } catch {
            throw PurchaseBackendError(error, after: request.timeout)
        }
        let json = (try? JSONValue(parsing: response.body))?.object
        guard (200..<300).contains(response.status) else { throw Self.error(response, json) }
        guard let json, demands.allSatisfy({ json[$0] != nil }) else {
            let members = demands.isEmpty ? "" : " with \(demands.joined(separator: " and "))"
            var error = PurchaseBackendError(
                .malformedAnswer,
                "the answer is no JSON object\(members); perhaps a proxy's page"
            )
            error.httpStatus = response.status
            throw error
        }
        return Answer(status: response.status, json: json)
    }

    private static func error(_ response: HTTPTransportResponse, _ json: JSONObject?) -> PurchaseBackendError {
        let told = json?[object: "error"]
        let words = told?[string: "message"].map { String($0.prefix(500)) }
        var error =
            switch response.status {
            case 429: PurchaseBackendError(.rateLimited, words ?? "the server wants fewer requests; wait")
            // Time-outs, and answers that say so themselves: the server may be able to do it later.
            case 408, 500...: PurchaseBackendError(.unavailable, words ?? "the server cannot answer now; try later")
            case 409 where told?[string: "code"] == "request-under-way":
                PurchaseBackendError(.unavailable, words ?? "the same request is being carried out")
            // What our server refuses has a code; anything else was answered by somebody in between.
            case _ where told?[string: "code"] == nil:
                PurchaseBackendError(.malformedAnswer, "status \(response.status) without a code; perhaps a proxy's")
            default: PurchaseBackendError(.refused, words ?? "the server refused; see the code")
            }
        error.serverCode = told?[string: "code"]
        error.httpStatus = response.status
        error.retryAfter = response.retryAfter
        return error
    }

    private func request(_ call: Call) throws(PurchaseBackendError) -> HTTPTransportRequest {
        let parts = (["v1", "app"] + call.path).map(Self.escaped)
        let query = (call.query + [("bundleId", bundleID)]).map { "\($0)=\(Self.escaped($1))" }
        let base = url.absoluteString.hasSuffix("/") ? String(url.absoluteString.dropLast()) : url.absoluteString
        let text = base + "/" + parts.joined(separator: "/") + "?" + query.joined(separator: "&")
        guard let address = URL(string: text) else {
            throw PurchaseBackendError(.invalidAddress, "\(url.host ?? "the server's address") is no address; mend it")
        }
        var headers = ["Accept": "application/json"]
        if let publicKey { headers["Authorization"] = "Bearer \(publicKey)" }
        if let token = call.customerToken { headers["Purser-Customer-Token"] = token }
        return HTTPTransportRequest(
            url: address,
            method: call.method,
            body: call.body.map { JSONValue.object($0).jsonData } ?? Data(),
            timeout: limits.timeout,
            maximumResponseLength: limits.maximumResponseLength,
            headers: headers
        )
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
