import GRDB
import Testing

@testable import PurchaseServer

@Suite("What SQLite says, told to the one who runs the server")
struct SQLiteErrorTests {
    @Test(
        "Every result has a stable code",
        arguments: [
            (ResultCode.SQLITE_CORRUPT, PurchaseServerError.Code.databaseDamaged), (.SQLITE_NOTADB, .databaseDamaged),
            (.SQLITE_FULL, .databaseFull), (.SQLITE_READONLY, .databaseReadOnly), (.SQLITE_PERM, .databaseReadOnly),
            (.SQLITE_BUSY, .databaseBusy), (.SQLITE_LOCKED, .databaseBusy), (.SQLITE_CANTOPEN, .databaseUnusable),
            (.SQLITE_IOERR, .databaseFailed), (.SQLITE_ERROR, .databaseFailed), (.SQLITE_INTERRUPT, .cancelled),
        ]
    )
    func codes(result: ResultCode, code: PurchaseServerError.Code) {
        let error = PurchaseServerError(DatabaseError(resultCode: result), file: "a.sqlite")
        #expect(error.code == code)
        #expect(error.reason.contains("a.sqlite"))
        #expect(!error.reason.contains("\n"))
    }

    @Test("Somebody who goes away says nothing about the disk")
    func cancelled() async throws {
        let world = try World()
        let server = try world.server()
        let failed = await Task { () -> PurchaseServerError? in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(PurchaseServerError) {
                try await server.storage.write { _ in }
                return nil
            } catch {
                return error
            }
        }.value
        #expect(failed?.code == .cancelled)
        // Looked at again within the time for which a finding counts.
        try await server.storage.checkHealth(at: world.now)
    }
}
