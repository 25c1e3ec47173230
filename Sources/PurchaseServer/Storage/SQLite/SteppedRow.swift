import Foundation
import GRDB
import GRDBSQLite

/// The row that a statement of SQLite stands on, read from where SQLite has it.
///
/// A row of GRDB's knows the names of its columns, which takes as long to find out as SQLite does to find the row.
struct SteppedRow {
    fileprivate let statement: SQLiteStatement

    /// What stands in a column, by its place.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if nothing does.
    func decode<Value: StorageValue>(_ type: Value.Type, atIndex index: Int) throws -> Value {
        let column = CInt(index)
        if sqlite3_column_type(statement, column) == SQLITE_NULL {
            if let nothing = Value.fromDatabaseValue(.null) { return nothing }
        } else if let value = Value(sqliteStatement: statement, index: column) {
            return value
        }
        throw PurchaseServerError(.databaseDamaged, "a row has no \(type) in its column \(index)")
    }

    /// The same as it is stored.
    func value(atIndex index: Int) throws -> DatabaseValue {
        switch sqlite3_column_type(statement, CInt(index)) {
        case SQLITE_INTEGER: try decode(Int64.self, atIndex: index).databaseValue
        case SQLITE_FLOAT: try decode(Double.self, atIndex: index).databaseValue
        case SQLITE_TEXT: try decode(String.self, atIndex: index).databaseValue
        case SQLITE_BLOB: try decode(Data.self, atIndex: index).databaseValue
        default: .null
        }
    }

    /// The place of a column.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if there is none of that name.
    func index(of column: String) throws -> Int {
        for index in 0..<sqlite3_column_count(statement) {
            if let name = sqlite3_column_name(statement, index), String(cString: name) == column { return Int(index) }
        }
        throw PurchaseServerError(.databaseDamaged, "a row has no column \(column)")
    }
}

extension Database {
    /// Carries a statement out that finds one row.
    ///
    /// - Parameters:
    ///   - sql: It is compiled once for each connection.
    ///   - arguments: For its placeholders, in their order.
    ///   - read: Makes the answer of the row, which is gone when it returns.
    /// - Returns: nil if there is no such row.
    /// - Throws: `DatabaseError`, as all that is asked through GRDB; what `read` throws.
    func firstRow<Answer>(
        _ sql: String,
        _ arguments: [DatabaseValue],
        _ read: (SteppedRow) throws -> Answer
    ) throws -> Answer? {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        // It ends the transaction that SQLite makes of every statement, and says once more what went wrong, which was told.
        defer { sqlite3_reset(statement) }
        for (place, argument) in arguments.enumerated() {
            try check(argument.bind(to: statement, at: CInt(place + 1)), is: SQLITE_OK, sql)
        }
        let code = sqlite3_step(statement)
        if code == SQLITE_DONE { return nil }
        try check(code, is: SQLITE_ROW, sql)
        return try read(SteppedRow(statement: statement))
    }

    private func check(_ code: CInt, is wanted: CInt, _ sql: String) throws {
        guard code != wanted else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }
}
