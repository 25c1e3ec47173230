import Locking
import NIOCore

/// Statements that take effect together or not at all, and whoever waits for their answers.
///
/// Only its session touches it, on the session's event loop.
final class Exchange {
    /// What identifies it to tasks that are cancelled.
    final class Ticket: Sendable {
        private let cancelled = Locked(false)
        var isCancelled: Bool { cancelled.withLock { $0 } }
        func cancel() { cancelled.withLock { $0 = true } }
    }

    /// Why its end is brought about.
    enum End {
        case deadline
        case task
    }

    let ticket: Ticket
    let statements: [PostgreSQLStatement]
    /// Whether each of it is a transaction by itself, so that it may be sent again if it was rolled back.
    let isAlone: Bool
    /// Whether it changes nothing, so that it may share a transaction with others that read.
    let onlyReads: Bool
    let limit: Duration
    let deadline: NIODeadline
    var answers: [PostgreSQLRows] = []
    var failure: PostgreSQLError?
    /// Set when it is to end before its answers are there.
    var end: End?
    /// When its caller is told, if the server did not end it until then.
    var graceEnd: NIODeadline?
    /// Whether its statements are sent unprepared, since a preparation by which they ran was none.
    var skipsPreparation = false
    /// How often it was sent again.
    var repetitions = 0
    /// How many requests to cancel had been made when it was sent.
    var cancelsBefore = 0
    private var waiting: Waiting?

    /// Is told the answers, or why there are none; once.
    typealias Waiting = @Sendable (Result<[PostgreSQLRows], any Error>) -> Void

    init(
        _ statements: [PostgreSQLStatement],
        ticket: Ticket,
        isAlone: Bool,
        onlyReads: Bool,
        limit: Duration,
        waiting: @escaping Waiting
    ) {
        self.statements = statements
        self.ticket = ticket
        self.isAlone = isAlone
        self.onlyReads = onlyReads
        self.limit = limit
        deadline = .now() + TimeAmount(limit)
        self.waiting = waiting
    }

    /// Whether its caller still waits.
    var isAwaited: Bool { waiting != nil }

    /// Whether it may go again, since it had no effect and its caller has time.
    var mayGoAgain: Bool { isAlone && isAwaited && end == nil && repetitions < 3 }

    /// Whether it may share a group. What went again may have been the one that spoilt it.
    var mayShare: Bool { onlyReads && isAlone && repetitions == 0 }

    /// Gives the answers; does nothing if the caller has them or was told otherwise.
    func succeed() {
        waiting?(.success(answers))
        waiting = nil
    }

    /// Tells why there are no answers; does nothing if the caller has been told.
    func fail(_ error: PostgreSQLError) {
        let told: any Error =
            switch end {
            case .task: CancellationError()
            case .deadline where Self.endings.contains(error.kind):
                PostgreSQLError(
                    .deadlineExceeded,
                    "a statement was not done within \(limit)",
                    mayHaveHappened: error.mayHaveHappened
                )
            default: error
            }
        waiting?(.failure(told))
        waiting = nil
    }

    /// What a request fails with because it was brought to its end, and not by itself.
    private static let endings: Set<PostgreSQLError.Kind> = [
        .cancelled, .transactionAborted, .connectionLost, .shutdown, .refused,
    ]

    /// Makes it as if it had not been sent.
    func rewind() {
        repetitions += 1
        skipsPreparation = failure?.isStalePreparation == true
        answers = []
        failure = nil
    }
}
