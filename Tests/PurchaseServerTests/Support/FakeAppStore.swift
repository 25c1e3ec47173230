import AppStoreModels
import AppStoreServerClient
import Foundation
import Locking

/// `verifyReceipt` in memory: one account whose state the test sets, and outages on demand.
final class FakeAppStore: HTTPTransport {
    enum Mood: Sendable {
        case up
        case down
        case status(Int)
        /// This receipt gets no answer until the stream ends or the task is cancelled; the others get theirs.
        case silent(about: Data, AsyncStream<Void>)
    }

    private struct State: Sendable {
        var mood = Mood.up
        var answer = VerifyReceiptResponse()
        var requests: [VerifyReceiptRequest] = []
        var hosts: [String] = []
    }

    private let state = Locked(State())

    var requests: [VerifyReceiptRequest] { state.withLock { $0.requests } }
    var hosts: [String] { state.withLock { $0.hosts } }

    func set(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// What a valid receipt is answered with.
    func set(_ answer: VerifyReceiptResponse) { state.withLock { $0.answer = answer } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let body = try VerifyReceiptRequest(jsonData: request.body)
        let (mood, answer) = state.withLock { state in
            state.requests.append(body)
            state.hosts.append(request.url.host ?? "")
            return (state.mood, state.answer)
        }
        switch mood {
        case .down: return HTTPTransportResponse(status: 503, body: Data("<html>".utf8))
        case .status(let code):
            return HTTPTransportResponse(status: 200, body: Data(#"{"status":\#(code)}"#.utf8))
        case .silent(let receipt, let patience) where Data(base64Encoded: body.receiptData ?? "") == receipt:
            for await _ in patience {}
            if Task.isCancelled { throw CancellationError() }
            throw HTTPTransportError(.timedOut, reason: "silent")
        case .up where request.url.host == "buy.itunes.apple.com":
            return HTTPTransportResponse(status: 200, body: Data(#"{"status":21007}"#.utf8))
        case .up, .silent: return HTTPTransportResponse(status: 200, body: answer.jsonData)
        }
    }
}
