import Foundation
import TestSupport

@testable import PurchaseServer

#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
    import PostgreSQLSupport
#endif

/// The storages that must behave alike.
enum StorageKind: String, CaseIterable, Sendable {
    case sqlite
    #if PostgreSQL && os(Linux)
        case postgresql
    #endif

    /// Runs a test over a fresh storage; `reopen` opens the same data again.
    ///
    /// - Parameter terms: By which rules it decides whose a purchase is.
    func test(
        terms: ClaimTerms = ClaimTerms(),
        _ body: (_ storage: any ServerStorage, _ reopen: () throws -> any ServerStorage) async throws -> Void
    ) async throws {
        switch self {
        case .sqlite:
            let scratch = try TemporaryFolder()
            defer { withExtendedLifetime(scratch) {} }
            let folder = scratch.url
            let file = folder.appendingPathComponent("a.sqlite")
            try await body(try PurchaseDatabase(file: file, terms: terms)) {
                try PurchaseDatabase(file: file, terms: terms)
            }
        #if PostgreSQL && os(Linux)
            case .postgresql:
                var settings = try PostgreSQLSettings(await DatabaseCluster.shared().makeDatabase())
                settings.maximumSessions = 3
                settings.connectDeadline = .seconds(600)
                settings.waitDeadline = .seconds(600)
                settings.statementDeadline = .seconds(600)
                let fixed = settings
                try await body(PurchaseDatabase(try PostgreSQLEngine(fixed), terms: terms)) {
                    PurchaseDatabase(try PostgreSQLEngine(fixed), terms: terms)
                }
        #endif
        }
    }
}
