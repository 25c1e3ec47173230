import AppStoreModels
import Foundation
import PurchaseServer

/// Whether all that is in the database is found in it: the whole file is read, which a server leaves out where it is large.
struct DatabaseContentCheck: Sendable {
    let settings: ServerSettings
    /// How many seconds it may take; nil for as long as it takes.
    let limit: Double?
    /// Waits for these seconds.
    let timer: @Sendable (Double) async throws -> Void
    /// Looks at the whole file.
    var examine: @Sendable (URL) async throws -> Void = { try await DatabaseExamination(databaseFile: $0).run() }

    private static let name = "database-content"

    /// Nothing where there is no file; a PostgreSQL is looked after by those who run it.
    func findings() async -> [DoctorFinding] {
        guard settings[text: "database"] == nil, let file = try? settings.databaseFile(),
            FilePresence(of: file.path) == .there
        else { return [] }
        let finding = await withTaskGroup(of: DoctorFinding?.self) { group in
            group.addTask { await look(at: file) }
            if let limit {
                group.addTask {
                    try? await timer(limit)
                    return unfinished(after: limit)
                }
            }
            let first: DoctorFinding? = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        return finding.map { [$0] } ?? []
    }

    /// - Returns: nil if it was ended before its end.
    private func look(at file: URL) async -> DoctorFinding? {
        do {
            try await examine(file)
            return .good(Self.name, "read to its end; every index has every row")
        } catch is CancellationError {
            return nil
        } catch let error as PurchaseServerError where error.code == .cancelled {
            return nil
        } catch let error as PurchaseServerError {
            return .bad(Self.name, error.reason, "see the code \(error.code) in the article about the database")
        } catch {
            return .bad(Self.name, "\(error)", "look at the disk")
        }
    }

    private func unfinished(after limit: Double) -> DoctorFinding {
        .skipped(
            Self.name,
            "after \(Int(limit)) seconds it was not read to its end; nothing was found so far",
            "have it read however long that takes: --whole-database"
        )
    }
}
