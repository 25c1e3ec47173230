import AppStoreModels
import Foundation

// Where several servers share a database one of them does a piece of work at a time. A file has one server, which does its work
// in one place.

extension PurchaseDatabase {
    /// Claims a piece of work for ``WorkClaim/duration``, or claims it for longer. A claim that is over, and one of a clock that
    /// ran ahead, is nobody's.
    ///
    /// - Returns: Whether it is the caller's now.
    func claim(_ claim: WorkClaim, at date: Date) async throws(PurchaseServerError) -> Bool {
        guard engine.isShared else { return true }
        let now = date.millisecondsSince1970
        return try await write(.independent) { database in
            // The row is locked while it is looked at; whoever finds it locked does not wait: somebody just claims it.
            let known = try StorageRow.fetchOne(
                database.cachedStatement(
                    sql: "SELECT holder, until_ms FROM work_claim WHERE name = ? FOR UPDATE SKIP LOCKED"
                ),
                arguments: [claim.name]
            )
            if let known {
                let holder = try known.decode(String.self, atIndex: 0)
                let until = try known.decode(Int64.self, atIndex: 1)
                let isOver = until <= now || until > Self.latestMoment(at: date)
                guard holder == claim.holder || isOver else { return false }
                try database.execute(
                    sql: "UPDATE work_claim SET holder = ?, until_ms = ? WHERE name = ?",
                    arguments: [claim.holder, now + Self.claimedMilliseconds, claim.name]
                )
                return true
            }
            // Nobody has claimed it yet, or somebody is just about to: of those who add the row one succeeds.
            try database.execute(
                sql: "INSERT OR IGNORE INTO work_claim (name, holder, until_ms) VALUES (?, ?, ?)",
                arguments: [claim.name, claim.holder, now + Self.claimedMilliseconds]
            )
            return try database.changesCount > 0
        }
    }

    /// Gives a piece of work up; one that somebody else does by now stays theirs.
    func release(_ claim: WorkClaim) async throws(PurchaseServerError) {
        guard engine.isShared else { return }
        try await write(.independent) { database in
            try database.execute(
                sql: "DELETE FROM work_claim WHERE name = ? AND holder = ?",
                arguments: [claim.name, claim.holder]
            )
        }
    }

    private static let claimedMilliseconds = Int64(WorkClaim.duration * 1_000)
}
