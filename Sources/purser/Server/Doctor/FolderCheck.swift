import AppStoreModels
import Foundation
import PurchaseServer

/// The folder of the database: who may look into it, whether the database is whole, and how much room there is.
struct FolderCheck: Sendable {
    let settings: ServerSettings
    /// Whether a PostgreSQL is asked; a file always is.
    var asksDatabase = true
    /// The free bytes of a disk; nil if nobody knows.
    var freeBytes: @Sendable (String) -> Int64? = { path in
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
    /// The time by the clock of this machine.
    var now: @Sendable () -> Date = { Date() }

    private static let little: Int64 = 1 << 30
    private static let tooLittle: Int64 = 100 << 20

    var findings: [DoctorFinding] {
        if settings[text: "database"] != nil {
            let database = shared
            // One that does not answer is not asked again.
            return [database] + (database.outcome == .bad ? [] : databaseClock + databaseDisk) + replicas
        }
        guard let file = try? settings.databaseFile() else {
            return [
                .bad("data-folder", "no folder is named", "name it: --data, PURSER_SERVER_DATA, or data in the file")
            ]
        }
        let folder = file.deletingLastPathComponent().path
        if case .hidden(let reason) = FilePresence(of: folder) {
            return [.bad("data-folder", reason, "run doctor and server as its owner")]
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            return [.warning("data-folder", "\(folder) is not there yet", "the server makes it when it starts")]
        }
        guard isFolder.boolValue else {
            return [.bad("data-folder", "\(folder) is a file", "name a folder")]
        }
        return [modes(of: folder, file), space(in: folder), database(file)]
    }

    /// Whether the address can be one, whether the database answers, and what version of a server made its tables.
    private var shared: DoctorFinding {
        let database: SharedDatabase
        do {
            guard let named = try settings.sharedDatabase() else { return .skipped("database", "there is a folder") }
            database = named
        } catch {
            return .bad("database", error.description, "name it as postgres://account@host:5432/name")
        }
        guard asksDatabase else { return .skipped("database", "\(database) was not asked") }
        do {
            let plan = try DatabaseUpgrade(.shared(database)).plan()
            guard !plan.done.isEmpty else {
                return .warning("database", "\(database) is empty", "the server makes its tables when it starts")
            }
            return plan.pending.isEmpty
                ? .good("database", "\(database), of this version, which other servers may share") : old(plan)
        } catch {
            return .bad("database", error.reason, "see the code \(error.code) in the article about the database")
        }
    }

    /// Whether the database's clock is that of this machine: a server that finds another one does not start.
    private var databaseClock: [DoctorFinding] {
        guard asksDatabase, let database = try? settings.sharedDatabase() else { return [] }
        guard let found = try? database.compareClock(now) else { return [] }
        guard !found.isTooLarge else {
            return [
                .bad(
                    "database-clock",
                    "this machine is \(found) the database",
                    "have NTP set both: servers with other clocks do the same work twice"
                )
            ]
        }
        return [.good("database-clock", "as that of this machine")]
    }

    /// Whether the database has on its disk what it says it has: no server can see to that.
    private var databaseDisk: [DoctorFinding] {
        guard asksDatabase, let database = try? settings.sharedDatabase() else { return [] }
        guard let found = try? database.settingsThatLoseData() else { return [] }
        guard found.isEmpty else {
            return [
                .bad(
                    "database-disk",
                    "\(found.joined(separator: " and ")) of the database: off",
                    "switch it on: else the database loses purchases when its machine fails"
                )
            ]
        }
        return [.good("database-disk", "what the database says it has, it has on its disk")]
    }

    /// Whether those answer that follow the database.
    private var replicas: [DoctorFinding] {
        guard asksDatabase, let database = try? settings.sharedDatabase() else { return [] }
        return database.readReplicas.map { replica in
            do throws(PurchaseServerError) {
                let plan = try DatabaseUpgrade(.shared(replica)).plan()
                guard !plan.done.isEmpty else {
                    return .bad("read-replica", "\(replica) is empty", "have it follow the database: pg_basebackup -R")
                }
                return .good("read-replica", "\(replica)")
            } catch {
                return .warning("read-replica", error.reason, "without it the database itself is asked")
            }
        }
    }

    private func old(_ plan: DatabaseUpgrade.Plan) -> DoctorFinding {
        .warning(
            "database",
            "whole, of an earlier version: \(plan.pending.count) steps to do",
            "make a backup, then: purser server migrate; the server does it, too, when it starts"
        )
    }

    private func modes(of folder: String, _ file: URL) -> DoctorFinding {
        guard FileManager.default.isWritableFile(atPath: folder) else {
            return .bad("data-folder", "\(folder) cannot be written to", "run doctor and server as its owner")
        }
        for path in [folder] + ["", "-wal", "-shm", ".lock", ".clean"].map({ file.path + $0 }) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { continue }
            let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
            guard mode & 0o077 == 0 else {
                return .bad(
                    "data-folder",
                    "others may look into \(path) (mode \(String(mode, radix: 8)))",
                    "chmod \(path == folder ? "700" : "600") \(path): receipts and secrets of webhooks are in it"
                )
            }
        }
        return .good("data-folder", "\(folder), for its owner only")
    }

    private func space(in folder: String) -> DoctorFinding {
        guard let free = freeBytes(folder) else { return .skipped("disk-space", "nobody knows") }
        let seen = "\(free >> 20) MB free"
        if free < Self.tooLittle { return .bad("disk-space", seen, "make room: a full disk answers 503 to everybody") }
        guard free >= Self.little else { return .warning("disk-space", seen, "make room before it is full") }
        return .good("disk-space", seen)
    }

    private func database(_ file: URL) -> DoctorFinding {
        switch FilePresence(of: file.path) {
        case .there: break
        case .missing: return .warning("database", "there is none yet", "the server makes it when it starts")
        case .hidden(let reason): return .bad("database", reason, "run doctor and server as its owner")
        }
        do {
            let plan = try DatabaseUpgrade(databaseFile: file).plan()
            guard plan.pending.isEmpty else { return old(plan) }
            return .good("database", "whole, of this version")
        } catch {
            return .bad("database", error.reason, "see the code \(error.code) in the article about the database")
        }
    }
}
