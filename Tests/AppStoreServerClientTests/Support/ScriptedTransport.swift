import AppStoreModels
import AppStoreServerClient
import Foundation

/// A network that answers from a list and remembers what it was asked.
actor ScriptedTransport: HTTPTransport {
    enum Step: Sendable {
        case json(String)
        case http(Int, String, retryAfter: TimeInterval? = nil)
        case failure(HTTPTransportError.Code)
        case cancelled
    }

    private var steps: [Step]
    private(set) var hosts: [String] = []
    private(set) var bodies: [VerifyReceiptRequest] = []
    private(set) var waits: [TimeInterval] = []
    private(set) var timeouts: [TimeInterval] = []

    init(_ steps: Step...) { self.steps = steps }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        hosts.append(request.url.host ?? "")
        timeouts.append(request.timeout)
        bodies.append(try VerifyReceiptRequest(jsonData: request.body))
        guard !steps.isEmpty else { throw HTTPTransportError(.notReachable, reason: "the script is over") }
        switch steps.removeFirst() {
        case .json(let text): return HTTPTransportResponse(status: 200, body: Data(text.utf8))
        case .http(let status, let text, let retryAfter):
            return HTTPTransportResponse(status: status, body: Data(text.utf8), retryAfter: retryAfter)
        case .failure(let code): throw HTTPTransportError(code, reason: "scripted")
        case .cancelled: throw CancellationError()
        }
    }

    func noteWait(_ seconds: TimeInterval) { waits.append(seconds) }

    nonisolated func client(retryPolicy: RetryPolicy = RetryPolicy(), secret: String? = "hush") -> VerifyReceiptClient {
        VerifyReceiptClient(
            sharedSecret: secret.map { AppSharedSecret($0) },
            retryPolicy: retryPolicy,
            transport: self,
            sleep: { await self.noteWait($0) }
        )
    }
}
