import GRDB

/// A statement that is compiled once for each connection.
enum StorageStatement {
    case file(Statement, Database)
    case server(any ServerTransaction, sql: String)

    /// Carries it out.
    func execute(arguments: StorageArguments = StorageArguments()) throws {
        switch self {
        case .file(let statement, let database): try database.carryOut(statement, arguments)
        case .server(let transaction, let sql): try transaction.execute(sql, arguments)
        }
    }
}
