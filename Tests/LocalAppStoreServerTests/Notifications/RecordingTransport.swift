import AppStoreModels
import Foundation
import Locking

@testable import LocalAppStoreServer

/// A transport that notes what it is given and answers from a list; when that is used up, with success.
final class RecordingTransport: HTTPTransport {
    private struct State: Sendable {
        var answers: [NotificationSendResult]
        var posts: [(body: Data, url: URL)] = []
    }

    private let state: Locked<State>
    private let beforeAnswer: @Sendable () async throws(CancellationError) -> Void

    init(
        _ answers: [NotificationSendResult] = [],
        beforeAnswer: @escaping @Sendable () async throws(CancellationError) -> Void = {}
    ) {
        state = Locked(State(answers: answers))
        self.beforeAnswer = beforeAnswer
    }

    var posts: [(body: Data, url: URL)] { state.withLock { $0.posts } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let answer = state.withLock { state in
            state.posts.append((request.body, request.url))
            return state.answers.isEmpty ? .success : state.answers.removeFirst()
        }
        try await beforeAnswer()
        switch answer {
        case .success: return HTTPTransportResponse(status: 200, body: Data())
        case .timedOut: throw HTTPTransportError(.timedOut, reason: "scripted")
        default: return HTTPTransportResponse(status: 500, body: Data())
        }
    }
}
