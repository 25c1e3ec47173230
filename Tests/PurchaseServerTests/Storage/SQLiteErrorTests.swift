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
            (.SQLITE_IOERR, .databaseFailed), (.SQLITE_ERROR, .databaseFailed),
        ]
    )
    func codes(result: ResultCode, code: PurchaseServerError.Code) {
        let error = PurchaseServerError(DatabaseError(resultCode: result), file: "a.sqlite")
        #expect(error.code == code)
        #expect(error.reason.contains("a.sqlite"))
        #expect(!error.reason.contains("\n"))
    }
}
