import GRDB

/// One quick question: a single statement that finds a row by its keys.
///
/// It is a value, so that an engine need not wait on a thread for the answer. PostgreSQL answers it in binary: its columns are whole
/// numbers, truth, bytes or text, and a sum, which is `numeric` there, is cast.
struct QuickQuestion<Answer: Sendable>: Sendable {
    let sql: String
    /// What stands for the placeholders, in their order.
    let arguments: [DatabaseValue]
    /// Makes the answer of the row.
    let decode: @Sendable (StorageRow) throws -> Answer

    init(
        _ sql: String,
        _ arguments: [any DatabaseValueConvertible] = [],
        decode: @escaping @Sendable (StorageRow) throws -> Answer
    ) {
        (self.sql, self.decode) = (sql, decode)
        self.arguments = arguments.map { $0.databaseValue }
    }

    /// The answer in a database; nil if there is no such row.
    func answer(in database: StorageDatabase) throws -> Answer? {
        switch database.engine {
        case .file(let opened):
            return try opened.firstRow(of: database.statement(sql, of: opened), arguments) { try decode(.stepped($0)) }
        case .server(let transaction):
            return try transaction.rows(sql, StorageArguments(arguments)).first.map { try decode(.server($0)) }
        }
    }
}
