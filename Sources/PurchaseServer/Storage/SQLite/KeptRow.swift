import GRDB

/// What stood in a row of SQLite's. The names of its columns are only looked at where somebody asks by them.
struct KeptRow {
    let values: [DatabaseValue]
    let statement: Statement

    /// What stands in a column, by its place.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if nothing does that can be read so.
    func decode<Value: StorageValue>(_ type: Value.Type, atIndex index: Int) throws -> Value {
        guard let value = Value.fromDatabaseValue(try value(atIndex: index)) else {
            throw PurchaseServerError(.databaseDamaged, "a row has no \(type) in its column \(index)")
        }
        return value
    }

    /// The same as it is stored.
    func value(atIndex index: Int) throws -> DatabaseValue {
        guard values.indices.contains(index) else {
            throw PurchaseServerError(.databaseDamaged, "a row has no column \(index)")
        }
        return values[index]
    }

    /// The place of a column.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if there is none of that name.
    func index(of column: String) throws -> Int {
        guard let index = statement.columnNames.firstIndex(of: column) else {
            throw PurchaseServerError(.databaseDamaged, "a row has no column \(column)")
        }
        return index
    }
}
