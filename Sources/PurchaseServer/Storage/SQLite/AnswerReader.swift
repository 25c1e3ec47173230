import Foundation
import GRDB
import Locking

/// Connections for a single quick query: one statement that reads few rows by their keys.
///
/// A look through the pool waits for a thread of its own, begins a transaction and ends it, which takes several times as long
/// as such a query. Here it runs on the caller's thread, in the transaction that SQLite makes of every statement.
final class AnswerReader: Sendable {
    private struct Connection {
        /// It remembers the statements that it was asked for; nil before the first. Only who has taken the connection from the
        /// others uses it, on the queue.
        var database: HandedOver<StorageDatabase>?
        let queue: DatabaseQueue
    }

    private let idle: Locked<[Connection]>

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
                return Connection(queue: queue)
            }
        )
    }

    /// Runs a query, if a connection is free.
    ///
    /// - Returns: nil if all are in use; then the pool is the place to ask.
    func look<Value>(_ query: (StorageDatabase) throws -> Value) throws -> Value? {
        guard var connection = idle.withLock({ $0.popLast() }) else { return nil }
        defer { idle.withLock { [connection] in $0.append(connection) } }
        return try connection.queue.unsafeRead { opened in
            let database = connection.database?.value ?? StorageDatabase(opened)
            connection.database = HandedOver(database)
            return try query(database)
        }
    }
}
