import CFaultyDisk
import Foundation
import TestSupport
import Testing

/// A disk that fails, stalls, lies or loses power when a test says so, for all databases in one folder.
///
/// Its C side locks whatever it does, so any thread may ask it.
struct FaultyDisk: @unchecked Sendable {
    let folder: TemporaryFolder
    private let disk: OpaquePointer

    init() throws {
        folder = try TemporaryFolder()
        // As SQLite names the files: without symbolic links.
        disk = try #require(faulty_disk_make(folder.url.resolvingSymlinksInPath().path))
    }

    /// From now on it is as any other.
    func heal() { faulty_disk_heal(disk) }

    /// The next syncs fail, all without a count; what was written since the one before is lost.
    func failSyncs(_ count: Int32 = -1) { faulty_disk_fail_syncs(disk, count) }

    /// The next writes fail, all without a count, with a result of SQLite.
    func failWrites(_ count: Int32 = -1, result: Int32) { faulty_disk_fail_writes(disk, count, result) }

    /// Syncs wait, until they may go on.
    func holdSyncs(_ isHeld: Bool) { faulty_disk_hold_syncs(disk, isHeld ? 1 : 0) }

    var heldSyncs: Int { Int(faulty_disk_held_count(disk)) }

    /// Syncs say that they were done and do nothing.
    func lie() { faulty_disk_lie(disk, 1) }

    var syncs: Int { Int(faulty_disk_sync_count(disk)) }

    /// What would be left of a database if the power failed now, as a database in another folder.
    ///
    /// - Parameter database: A file on this disk.
    func platter(of database: URL) throws -> (folder: TemporaryFolder, file: URL) {
        let copy = try TemporaryFolder()
        // Nobody writes meanwhile: the test waits for whatever it has begun.
        for suffix in ["-wal", ""] {
            let path = database.resolvingSymlinksInPath().path + suffix
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try #require(faulty_disk_platter(disk, path, copy.file("purchases.sqlite").path + suffix) == 0)
        }
        return (copy, copy.file("purchases.sqlite"))
    }
}
