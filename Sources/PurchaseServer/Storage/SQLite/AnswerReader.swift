import Foundation
import GRDB
import Locking

/// Connections for a single quick query: one statement that reads few rows by their keys.
///
/// A look through the pool waits for a thread of its own, begins a transaction and ends it, which takes several times as long
/// as such a query. Here it runs on the caller's thread, in the transaction that SQLite makes of every statement.
final class AnswerReader: Sendable {
    private let idle: Locked<[DatabaseQueue]>

    /// - Parameters:
    ///   - file: The database; it must be there.
    ///   - count: How many may read at a time.
    init(file: URL, count: Int = ProcessInfo.processInfo.activeProcessorCount) throws {
        var configuration = Configuration()
        configuration.label = "purser.answers"
        // Not opened for reading only: whoever closes the file last puts the log back into it.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        configuration.busyMode = .timeout(10)
        idle = Locked(
            try (0..<max(count, 1)).map { _ in
                let queue = try DatabaseQueue(path: file.path, configuration: configuration)
                // Readers never wait for a writer, so this is for the moments in which the log is begun anew.
                try queue.inDatabase { try $0.execute(sql: "PRAGMA busy_timeout = 1000") }
                return queue
            }
        )
    }

    /// Runs a query, if a connection is free.
    ///
    /// - Returns: nil if all are in use; then the pool is the place to ask.
    func look<Value>(_ query: (StorageDatabase) throws -> Value) throws -> Value? {
        guard let queue = idle.withLock({ $0.popLast() }) else { return nil }
        defer { idle.withLock { $0.append(queue) } }
        return try queue.unsafeRead { try query(StorageDatabase($0)) }
    }
}
