import GRDB

/// A statement that is compiled once for each connection.
enum StorageStatement {
    case file(Statement)
    case server(any ServerTransaction, sql: String)

    /// Carries it out.
    func execute(arguments: StorageArguments = StorageArguments()) throws {
        switch self {
        case .file(let statement): try statement.execute(arguments: arguments.forSQLite)
        case .server(let transaction, let sql): try transaction.execute(sql, arguments)
        }
    }
}
