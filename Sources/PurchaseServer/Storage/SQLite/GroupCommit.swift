import Foundation
import GRDB
import HTTPServing
import Locking

/// Carries changes out together that came while another was being written: they share one commit, and so one wait for the
/// disk. One that fails takes none of the others with it, and nobody is answered before all of them are on the disk.
///
/// With a quick disk the next commit would begin before more than one or two have come, and every commit writes the last page
/// of each table and each index anew. So it stands in line with everything else that is to be done: whoever is nearly ready
/// comes along, and where there is nothing to do it begins at once.
final class GroupCommit: Sendable {
    /// A change that waits.
    private struct Job: Sendable {
        /// Makes the change and keeps its value.
        let change: @Sendable (StorageDatabase) throws -> Void
        /// Tells whoever waits: nil if it is on the disk.
        let answer: @Sendable ((any Error)?) -> Void
        /// Until when it waits to be begun.
        let deadline: DispatchTime
    }

    private struct State {
        var waiting: [Job] = []
        var isWriting = false
        /// Whether somebody looks for those who have waited too long.
        var isWatched = false
    }

    /// Does something at a time.
    typealias Timer = @Sendable (DispatchTime, @escaping @Sendable () -> Void) -> Void

    /// Does something after all that waits for a processor already.
    typealias Line = @Sendable (@escaping @Sendable () -> Void) -> Void

    private let patience: DispatchTimeInterval
    private let timer: Timer
    private let line: Line
    private let pool: DatabasePool
    private let state = Locked(State())

    /// How many changes share a commit at most: who reads what others write waits for all of them.
    static let maximumCount = 256
    /// How many do not wait for more: what a commit costs by itself is little for each of them.
    static let sufficientCount = 20
    /// How many changes wait at most: with a disk that has stopped, those who ask would pile up without end.
    static let maximumWaiting = 8_192

    /// How long a change waits to be begun: a disk that has stopped must not hold everybody for ever.
    static let patience = DispatchTimeInterval.seconds(60)

    /// In which requests wait for their turn.
    private static let lineOfRequests: Line = { work in
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task.detached(executorPreference: ServerThreads.shared) { work() }
        } else {
            Task.detached(priority: .medium) { work() }
        }
    }

    init(
        pool: DatabasePool,
        patience: DispatchTimeInterval = patience,
        timer: @escaping Timer = { DispatchQueue.global().asyncAfter(deadline: $0, execute: $1) },
        line: @escaping Line = GroupCommit.lineOfRequests
    ) {
        (self.pool, self.patience, self.timer, self.line) = (pool, patience, timer, line)
    }

    /// How many changes wait for those that are being written.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// - Returns: The value of the change, after it is on the disk.
    /// - Throws: What the change throws, or what the database says; `CancellationError` if the task was cancelled before;
    ///   ``PurchaseServerError``, code `databaseBusy`, if too many changes wait, or this one has waited too long. Then nothing
    ///   has changed.
    func write<Value: Sendable>(_ change: @escaping @Sendable (StorageDatabase) throws -> Value) async throws -> Value {
        // Nobody waits any more; what is under way is carried out all the same.
        try Task.checkCancellation()
        let value = Locked<Value?>(nil)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let job = Job(
                change: { database in
                    let made = try change(database)
                    value.withLock { $0 = made }
                },
                answer: { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                },
                deadline: .now() + patience
            )
            let isFirst: Bool? = state.withLock { state in
                guard state.waiting.count < Self.maximumWaiting else { return nil }
                state.waiting.append(job)
                defer { state.isWriting = true }
                return !state.isWriting
            }
            switch isFirst {
            case true?: writeNext()
            case false?: watch()
            case nil:
                let reason = "\(Self.maximumWaiting) changes wait for the disk; ask again later, and look at the disk"
                continuation.resume(throwing: PurchaseServerError(.databaseBusy, reason))
            }
        }
        guard let value = value.withLock({ $0 }) else {
            throw PurchaseServerError(.databaseDamaged, "a change that was carried out has no outcome")
        }
        return value
    }

    /// Refuses those who have waited too long, as long as anybody waits; one look for all of them.
    private func watch() {
        let isNeeded = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if isNeeded { look(at: .now() + patience) }
    }

    private func look(at time: DispatchTime) {
        // Not kept alive by it: who waits keeps it, and a database that nobody uses any more is closed at once.
        timer(time) { [weak self] in
            guard let self else { return }
            let (late, next) = state.withLock { state in
                let now = DispatchTime.now()
                // In the order in which they came.
                let late = Array(state.waiting.prefix { $0.deadline <= now })
                state.waiting.removeFirst(late.count)
                state.isWatched = !state.waiting.isEmpty
                return (late, state.waiting.first?.deadline)
            }
            for job in late {
                let reason = "the disk has done nothing for long; ask again later, and look at the disk"
                job.answer(PurchaseServerError(.databaseBusy, reason))
            }
            if let next { look(at: next) }
        }
    }

    /// How many of those who wait share the next commit.
    ///
    /// Half of many: while they are written the others have their turn and the processors something to do, where all at once
    /// would be answered together, come back together, and leave the disk with nothing to do in between.
    static func share(of waiting: Int) -> Int { min(max(waiting / 2, sufficientCount), maximumCount, waiting) }

    private func writeNext() {
        if waitingCount < Self.sufficientCount { line { self.write() } } else { write() }
    }

    private func write() {
        pool.asyncWriteWithoutTransaction { database in
            let jobs = self.state.withLock { state in
                let next = Array(state.waiting.prefix(Self.share(of: state.waiting.count)))
                state.waiting.removeFirst(next.count)
                return next
            }
            Self.carryOut(jobs, in: database)
            let isOver = self.state.withLock { state in
                state.isWriting = !state.waiting.isEmpty
                return state.waiting.isEmpty
            }
            if !isOver { self.writeNext() }
        }
    }

    private static func carryOut(_ jobs: [Job], in database: Database) {
        guard jobs.count > 1 else { return jobs.forEach { alone($0, in: database) } }
        var outcome = allOrNone(jobs, in: database)
        if case .ended = outcome { outcome = together(jobs, in: database) }
        switch outcome {
        case .done(let outcomes): for (job, error) in zip(jobs, outcomes) { job.answer(error) }
        case .notBegun(let error):
            // Nothing can be written: each would wait as long again for the same answer.
            for job in jobs { job.answer(error) }
        case .ended:
            // Whatever ended the common transaction, a full disk or one change among them: each shall hear its own reason.
            for job in jobs { alone(job, in: database) }
        }
    }

    /// What came of several changes in one transaction.
    private enum Outcome {
        /// For each why it was not carried out, if it was not.
        case done([(any Error)?])
        /// None was tried.
        case notBegun(any Error)
        /// None was carried out.
        case ended
    }

    private static func alone(_ job: Job, in database: Database) {
        let rows = StorageDatabase(database)
        do {
            try database.inTransaction(.immediate) {
                try job.change(rows)
                return .commit
            }
            job.answer(nil)
        } catch {
            job.answer(error)
        }
    }

    /// Nearly always none fails, and then none needs a savepoint, for which SQLite copies every page that is changed.
    private static func allOrNone(_ jobs: [Job], in database: Database) -> Outcome {
        var hasBegun = false
        let rows = StorageDatabase(database)
        do {
            try database.inTransaction(.immediate) {
                hasBegun = true
                for job in jobs { try job.change(rows) }
                return .commit
            }
            return .done(jobs.map { _ in nil })
        } catch {
            return hasBegun ? .ended : .notBegun(error)
        }
    }

    /// Each with a savepoint of its own.
    private static func together(_ jobs: [Job], in database: Database) -> Outcome {
        var outcomes: [(any Error)?] = []
        var hasBegun = false
        let rows = StorageDatabase(database)
        do {
            try database.inTransaction(.immediate) {
                hasBegun = true
                for job in jobs {
                    do {
                        try database.inSavepoint {
                            try job.change(rows)
                            return .commit
                        }
                        outcomes.append(nil)
                    } catch {
                        // SQLite ends the whole transaction by itself where the disk fails.
                        guard database.isInsideTransaction else { throw error }
                        outcomes.append(error)
                    }
                }
                return .commit
            }
        } catch {
            return hasBegun ? .ended : .notBegun(error)
        }
        return .done(outcomes)
    }
}
