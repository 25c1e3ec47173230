package import Foundation
import GRDB

/// Reads all of a database, with what a server leaves out at its start where the file is large: whether each index has each row
/// of its table.
package struct DatabaseExamination: Sendable {
    private let file: URL

    /// - Parameter databaseFile: The database, which must be there.
    package init(databaseFile: URL) { file = databaseFile }

    /// Looks at it, also while a server runs. That takes seconds for each gigabyte, or minutes on a slow disk.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`; `cancelled` if the task was cancelled before the end; others if
    ///   the database cannot be read.
    package func run() async throws(PurchaseServerError) {
        let queue = try PlainDatabase(file: file, isInOrder: true).open()
        defer { try? queue.close() }
        let checked = SQLiteFile(url: file)
        do {
            try await queue.read { try checked.readThrough($0, with: .full) }
        } catch {
            // What is interrupted has found nothing out.
            let isOver = Task.isCancelled
            throw PurchaseServerError(isOver ? CancellationError() : error, file: file.lastPathComponent)
        }
    }
}
