import Foundation
import Locking

@testable import LocalAppStoreServer

/// A transport that notes what it is given and answers from a list; when that is used up, with success.
final class RecordingTransport: NotificationTransport {
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

    func post(_ body: Data, to url: URL) async throws(CancellationError) -> NotificationSendResult {
        let answer = state.withLock { state in
            state.posts.append((body, url))
            return state.answers.isEmpty ? .success : state.answers.removeFirst()
        }
        try await beforeAnswer()
        return answer
    }
}
