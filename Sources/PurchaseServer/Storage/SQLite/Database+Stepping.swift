import GRDB
import GRDBSQLite

/// Statements that SQLite carries out step by step, with nothing between them and their values.
///
/// GRDB looks for each placeholder by its name, keeps what stood for it, and names the columns of each row, which takes longer
/// than SQLite does for a row that is found by its key. Everything else is GRDB's: who may use the connection and when, and
/// which statements are compiled.
extension Database {
    /// Carries a statement out that finds one row.
    ///
    /// - Parameters:
    ///   - arguments: For its placeholders, in their order.
    ///   - read: Makes the answer of the row, which is gone when it returns.
    /// - Returns: nil if there is no such row.
    /// - Throws: `DatabaseError`, as all that is asked through GRDB; what `read` throws.
    func firstRow<Answer>(
        of statement: Statement,
        _ arguments: [DatabaseValue],
        _ read: (SteppedRow) throws -> Answer
    ) throws -> Answer? {
        let rows = try SteppedRows(statement, arguments, in: self)
        return try rows.next().map(read)
    }

    /// The rows that a statement finds.
    ///
    /// - Returns: nil where that is left to GRDB: for named placeholders, and for a count of values that does not fit.
    /// - Throws: `DatabaseError`, as all that is asked through GRDB; `CancellationError` where nobody waits any more.
    func rows(_ statement: Statement, _ arguments: StorageArguments) throws -> SteppedRows? {
        guard arguments.fit(statement) else { return nil }
        try Task.checkCancellation()
        return try SteppedRows(statement, arguments.columns, in: self)
    }

    /// Carries a statement out that changes rows.
    ///
    /// - Parameter arguments: For its placeholders. Named ones, and a count that does not fit, are left to GRDB, and so is all
    ///   that is done outside of a transaction: GRDB knows of those that SQLite has ended by itself.
    /// - Throws: `DatabaseError`, as all that is done through GRDB.
    func carryOut(_ statement: Statement, _ arguments: StorageArguments) throws {
        guard isInsideTransaction, arguments.fit(statement) else {
            return try statement.execute(arguments: arguments.forSQLite)
        }
        let rows = try SteppedRows(statement, arguments.columns, in: self)
        while try rows.next() != nil {}
    }

    /// - Parameter sql: Only made where it is told: GRDB trims it each time.
    func check(_ code: CInt, is wanted: CInt, _ sql: @autoclosure () -> String) throws {
        guard code != wanted else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql())
    }
}

extension StorageArguments {
    /// In the order of the placeholders, as they are stored.
    fileprivate var columns: some Sequence<DatabaseValue> { values.lazy.map { $0?.databaseValue ?? .null } }

    /// Whether there is one for each placeholder, in their order.
    fileprivate func fit(_ statement: Statement) -> Bool {
        named.isEmpty && Int(sqlite3_bind_parameter_count(statement.sqliteStatement)) == values.count
    }
}
