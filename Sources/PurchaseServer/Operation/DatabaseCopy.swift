import Foundation
import GRDB
import SystemCalls

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A copy of a database as it is at one moment, in one file for its owner only, complete or not there at all.
struct DatabaseCopy {
    /// What it is a copy of.
    let original: URL

    /// Writes the copy, and reads it through before it gets its name.
    ///
    /// - Parameters:
    ///   - target: A file that is not there yet.
    ///   - owner: Whose it is to be; nil for whoever runs this.
    /// - Returns: How many rows each table has.
    /// - Throws: ``PurchaseServerError``; nothing is left behind.
    func write(to target: URL, ownedBy owner: FileOwner? = nil) throws(PurchaseServerError) -> [String: Int] {
        guard !FileManager.default.fileExists(atPath: target.path) else { throw Self.exists(target) }
        let draft = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString).part")
        defer {
            for ending in ["", "-journal", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: draft.path + ending)
            }
        }
        let descriptor = open(draft.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw PurchaseServerError(
                .databaseUnusable,
                "\(target.path) cannot be made (\(reason)); name another place"
            )
        }
        defer { close(descriptor) }
        owner?.take(descriptor)
        let counts = try copy(to: draft)
        guard fsync(descriptor) == 0 else {
            throw PurchaseServerError(.databaseFailed, "\(target.path) does not reach its disk; look at it")
        }
        try Self.name(draft, target)
        return counts
    }

    private func copy(to draft: URL) throws(PurchaseServerError) -> [String: Int] {
        let counts = try PlainDatabase(file: original).read { source in
            let counts = try source.rowCounts()
            let queue = try DatabaseQueue(path: draft.path)
            try queue.writeWithoutTransaction { copy in
                try source.backup(to: copy)
                // One file: a log beside it would be forgotten when it is carried away.
                try copy.execute(sql: "PRAGMA journal_mode = DELETE")
            }
            try queue.close()
            return counts
        }
        let copied = try PlainDatabase(file: draft).read { try $0.rowCounts() }
        guard copied == counts else {
            throw PurchaseServerError(.databaseFailed, "the copy has other rows than the database; try again")
        }
        return counts
    }

    private static func name(_ draft: URL, _ target: URL) throws(PurchaseServerError) {
        do throws(SystemFailure) {
            try NewFile(path: target.path).take(draft.path)
        } catch  where error.number == EEXIST {
            throw exists(target)
        } catch {
            throw PurchaseServerError(.databaseUnusable, "\(target.path) cannot be made (\(error))")
        }
    }

    /// Gives a file a second name; a copy of it where the disk knows no links.
    ///
    /// - Returns: Whether it has it.
    static func give(_ path: String, _ name: String) -> Bool {
        if link(path, name) == 0 { return true }
        guard errno != EEXIST, errno != ENOENT else { return false }
        return (try? FileManager.default.copyItem(atPath: path, toPath: name)) != nil
    }

    private static func exists(_ target: URL) -> PurchaseServerError {
        PurchaseServerError(.databaseUnusable, "\(target.path) is there already, and stays; name another file")
    }
}
