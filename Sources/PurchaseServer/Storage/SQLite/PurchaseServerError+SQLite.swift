import Foundation
import GRDB

extension PurchaseServerError {
    /// What went wrong while a database was opened, read or written, and what to do about it.
    ///
    /// - Parameter file: The name of the database file.
    init(_ error: any Error, file: String) {
        switch error {
        case let error as PurchaseServerError: self = error
        case let error as DatabaseError: self.init(error, file)
        case is CancellationError: self.init(.cancelled, "whoever asked has gone away; nothing was changed in \(file)")
        case is RowDecodingError, is DecodingError:
            self.init(.databaseDamaged, "\(file) has a row that cannot be read: \(error); \(Self.restore)")
        default: self.init(.databaseFailed, "\(file): \(error)")
        }
    }

    /// What helps against damage.
    static let restore = "restore the file from a backup, or start with a new folder and have the receipts sent again"

    private init(_ error: DatabaseError, _ file: String) {
        let seen = error.message ?? "SQLite's result \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_FORMAT:
            self.init(.databaseDamaged, "\(file) is damaged (\(seen)); \(Self.restore)")
        case .SQLITE_NOTADB:
            self.init(.databaseDamaged, "\(file) is no database, or its beginning is damaged; \(Self.restore)")
        case .SQLITE_FULL:
            self.init(.databaseFull, "the disk is full, nothing was changed in \(file); make space on its disk")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .databaseReadOnly,
                "\(file) cannot be written to (\(seen)); let the server write to it and its folder"
            )
        case .SQLITE_INTERRUPT, .SQLITE_ABORT:
            self.init(.cancelled, "whoever asked has gone away; nothing was changed in \(file)")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.databaseBusy, "another program keeps \(file) locked; end it, or wait until it is done")
        case .SQLITE_CANTOPEN:
            self.init(
                .databaseUnusable,
                "\(file) cannot be opened (\(seen)); it and its folder must be readable and writable"
            )
        case .SQLITE_IOERR:
            self.init(.databaseFailed, "\(file) could not be read or written (\(seen)); look at its disk")
        default:
            self.init(.databaseFailed, "\(file): \(error.description)")
        }
    }
}
