import GRDB

/// A transaction of a distant database, as ``StorageDatabase`` asks it. One thread uses it.
protocol ServerTransaction: AnyObject {
    /// Has a statement carried out; it may be sent with the next question, which then tells its error.
    func execute(_ sql: String, _ arguments: StorageArguments) throws

    /// How many rows the last executed statement has changed.
    func changesCount() throws -> Int

    /// The answer to a statement.
    func rows(_ sql: String, _ arguments: StorageArguments) throws -> [ServerRow]

    /// Does something that is taken back alone if it throws.
    func inSavepoint(_ change: () throws -> Void) throws
}

/// One row of a distant database's answer.
struct ServerRow: Sendable {
    /// The names of the columns, which all rows of an answer share.
    let columns: [String]
    let values: [DatabaseValue]

    /// The place of a column.
    func index(of column: String) throws(PurchaseServerError) -> Int {
        guard let index = columns.firstIndex(of: column) else {
            throw PurchaseServerError(.databaseDamaged, "the database gave no column \(column); migrate it")
        }
        return index
    }

    /// What stands in a column.
    func value(at index: Int) throws(PurchaseServerError) -> DatabaseValue {
        guard values.indices.contains(index) else {
            throw PurchaseServerError(.databaseDamaged, "the database gave no column \(index); migrate it")
        }
        return values[index]
    }

    /// What stands in a column, as a value of a type.
    func decode<Value: DatabaseValueConvertible>(
        _ type: Value.Type = Value.self,
        atIndex index: Int
    ) throws(PurchaseServerError) -> Value {
        guard let value = Value.fromDatabaseValue(try value(at: index)) else {
            let column = columns.indices.contains(index) ? columns[index] : "\(index)"
            throw PurchaseServerError(.databaseDamaged, "what stands in \(column) is no \(type)")
        }
        return value
    }
}
