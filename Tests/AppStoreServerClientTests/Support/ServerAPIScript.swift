import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import Locking
import TestSupport

/// A network that answers calls of the App Store Server API from a list, and remembers what it was asked. Its time stands
/// still but for the waits of the client.
final class ServerAPIScript: HTTPTransport {
    enum Step: Sendable {
        case http(Int, String, retryAfter: String? = nil)
        case failure(HTTPTransportError.Code)
        case cancelled

        static func json(_ text: String) -> Step { .http(200, text) }
        static func code(_ code: Int, retryAfter: String? = nil) -> Step {
            .http(code / 10_000, #"{"errorCode":\#(code),"errorMessage":"words"}"#, retryAfter: retryAfter)
        }
    }

    private struct State: Sendable {
        var steps: [Step]
        var requests: [HTTPTransportRequest] = []
        var waits: [TimeInterval] = []
        var elapsed: TimeInterval = 0
    }

    private let state: Locked<State>
    /// How long each answer takes, in seconds.
    private let delay: TimeInterval

    init(_ steps: [Step], delay: TimeInterval = 0) {
        state = Locked(State(steps: steps))
        self.delay = delay
    }

    convenience init(_ steps: Step...) { self.init(steps) }

    var requests: [HTTPTransportRequest] { state.withLock { $0.requests } }
    var hosts: [String] { requests.map { $0.url.host ?? "" } }
    var waits: [TimeInterval] { state.withLock { $0.waits } }
    var elapsed: TimeInterval { state.withLock { $0.elapsed } }
    var now: Date { TestAuthority.signingDate.addingTimeInterval(elapsed) }

    func pass(_ seconds: TimeInterval) { state.withLock { $0.elapsed += seconds } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let delay = delay
        let step: Step? = state.withLock { state in
            state.requests.append(request)
            state.elapsed += min(delay, request.timeout)
            return state.steps.isEmpty ? nil : state.steps.removeFirst()
        }
        switch step {
        case .http(let status, let text, let retryAfter):
            var response = HTTPTransportResponse(status: status, body: Data(text.utf8))
            response.retryAfterHeader = retryAfter
            return response
        case .failure(let code): throw HTTPTransportError(code, reason: "scripted")
        case .cancelled: throw CancellationError()
        case nil: throw HTTPTransportError(.notReachable, reason: "the script is over")
        }
    }

    func client(
        routing: ServerAPIRouting = .productionThenSandbox,
        retryPolicy: RetryPolicy = RetryPolicy(),
        limits: ServerAPILimits = ServerAPILimits()
    ) throws -> ServerAPIClient {
        ServerAPIClient(
            key: try SampleKey.key(),
            app: Self.app,
            verifier: SignedDataVerifier(policy: try TestAuthority.policy, apps: [Self.app], now: { self.now }),
            routing: routing,
            retryPolicy: retryPolicy,
            limits: limits,
            transport: self,
            now: { self.now },
            sleep: { seconds in
                self.state.withLock { state in
                    state.waits.append(seconds)
                    state.elapsed += seconds
                }
            },
            uptime: { self.elapsed }
        )
    }

    static let app = AppIdentity(bundleID: SampleNotification.bundleID)
    static let production = "api.storekit.apple.com"
    static let sandbox = "api.storekit-sandbox.apple.com"
}
