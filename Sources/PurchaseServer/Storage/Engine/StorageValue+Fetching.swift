import GRDB

/// Values of the first column.
extension DatabaseValueConvertible where Self: StatementColumnConvertible {
    /// That of the first row; nil if there is none, or nothing stands in it.
    static func fetchOne(
        _ database: StorageDatabase,
        sql: String,
        arguments: StorageArguments = StorageArguments()
    ) throws -> Self? {
        switch database.engine {
        case .file(let database): try fetchOne(database, sql: sql, arguments: arguments.forSQLite)
        case .server(let transaction): try first(of: transaction.rows(sql, arguments))
        }
    }

    /// That of the first row; nil if there is none, or nothing stands in it.
    static func fetchOne(
        _ statement: StorageStatement,
        arguments: StorageArguments = StorageArguments()
    ) throws -> Self? {
        switch statement {
        case .file(let statement, let database):
            guard let rows = try database.rows(statement, arguments) else {
                return try fetchOne(statement, arguments: arguments.forSQLite)
            }
            return try rows.next().flatMap { row -> Self? in try row.decode(Self?.self, atIndex: 0) }
        case .server(let transaction, let sql): return try first(of: transaction.rows(sql, arguments))
        }
    }

    /// Those of all rows.
    static func fetchAll(
        _ database: StorageDatabase,
        sql: String,
        arguments: StorageArguments = StorageArguments()
    ) throws -> [Self] {
        switch database.engine {
        case .file(let database): try fetchAll(database, sql: sql, arguments: arguments.forSQLite)
        case .server(let transaction): try transaction.rows(sql, arguments).map { try $0.decode(atIndex: 0) }
        }
    }

    /// Those of all rows.
    static func fetchAll(
        _ statement: StorageStatement,
        arguments: StorageArguments = StorageArguments()
    ) throws -> [Self] {
        switch statement {
        case .file(let statement, let database):
            guard let rows = try database.rows(statement, arguments) else {
                return try fetchAll(statement, arguments: arguments.forSQLite)
            }
            var all: [Self] = []
            while let row = try rows.next() { all.append(try row.decode(Self.self, atIndex: 0)) }
            return all
        case .server(let transaction, let sql):
            return try transaction.rows(sql, arguments).map { try $0.decode(atIndex: 0) }
        }
    }

    private static func first(of rows: [ServerRow]) throws -> Self? {
        try rows.first.flatMap { row -> Self? in try row.value(at: 0).isNull ? nil : row.decode(atIndex: 0) }
    }
}
