import Foundation
import GRDB
import GRDBSQLite

/// The row that a statement of SQLite stands on, read from where SQLite has it.
///
/// A row of GRDB's knows the names of its columns, which takes as long to find out as SQLite does to find the row.
struct SteppedRow {
    /// Whose row it is. SQLite takes it away when they go, so they stay as long as anybody has it.
    private let rows: SteppedRows
    private let statement: SQLiteStatement

    init(of rows: SteppedRows, _ statement: SQLiteStatement) { (self.rows, self.statement) = (rows, statement) }

    /// What stands in a column, by its place.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if nothing does.
    func decode<Value: StorageValue>(_ type: Value.Type, atIndex index: Int) throws -> Value {
        defer { withExtendedLifetime(rows) {} }
        let column = CInt(index)
        if sqlite3_column_type(statement, column) == SQLITE_NULL {
            if let nothing = Value.fromDatabaseValue(.null) { return nothing }
        } else if let value = Value(sqliteStatement: statement, index: column) {
            return value
        }
        throw PurchaseServerError(.databaseDamaged, "a row has no \(type) in its column \(index)")
    }

    /// Has the octets of a column read where SQLite has them.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if there are none; what `read` throws.
    func withOctets<Result>(atIndex index: Int, _ read: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        defer { withExtendedLifetime(rows) {} }
        let column = CInt(index)
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else {
            throw PurchaseServerError(.databaseDamaged, "a row has no octets in its column \(index)")
        }
        // None of none: then SQLite has no place for them.
        let octets = sqlite3_column_blob(statement, column)
        return try read(UnsafeRawBufferPointer(start: octets, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// The same as it is stored.
    func value(atIndex index: Int) throws -> DatabaseValue {
        defer { withExtendedLifetime(rows) {} }
        return switch sqlite3_column_type(statement, CInt(index)) {
        case SQLITE_INTEGER: try decode(Int64.self, atIndex: index).databaseValue
        case SQLITE_FLOAT: try decode(Double.self, atIndex: index).databaseValue
        case SQLITE_TEXT: try decode(String.self, atIndex: index).databaseValue
        case SQLITE_BLOB: try decode(Data.self, atIndex: index).databaseValue
        default: .null
        }
    }

    /// All of it as it is stored.
    var values: [DatabaseValue] {
        get throws { try (0..<Int(sqlite3_column_count(statement))).map(value) }
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
