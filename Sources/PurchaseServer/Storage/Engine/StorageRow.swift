import Foundation
import GRDB

/// What stands in columns: numbers, text, bytes, truth, and each of them where it may be missing.
typealias StorageValue = DatabaseValueConvertible & StatementColumnConvertible

/// One row of an answer.
enum StorageRow {
    case file(Row)
    /// One that SQLite stands on, gone with the next.
    case stepped(SteppedRow)
    case kept(KeptRow)
    case server(ServerRow)

    /// What stands in a column, by its place.
    func decode<Value: StorageValue>(_ type: Value.Type = Value.self, atIndex index: Int) throws -> Value {
        switch self {
        case .file(let row): try row.decode(type, atIndex: index)
        case .stepped(let row): try row.decode(type, atIndex: index)
        case .kept(let row): try row.decode(type, atIndex: index)
        case .server(let row): try row.decode(type, atIndex: index)
        }
    }

    /// Has the octets of a column read where they are, which they are only for so long.
    func withOctets<Result>(atIndex index: Int, _ read: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        if case .stepped(let row) = self { return try row.withOctets(atIndex: index, read) }
        return try decode(Data.self, atIndex: index).withUnsafeBytes(read)
    }

    /// What stands in a column, by its name.
    func decode<Value: StorageValue>(_ type: Value.Type = Value.self, forColumn column: String) throws -> Value {
        switch self {
        case .file(let row): try row.decode(type, forColumn: column)
        case .stepped(let row): try row.decode(type, atIndex: row.index(of: column))
        case .kept(let row): try row.decode(type, atIndex: row.index(of: column))
        case .server(let row): try row.decode(type, atIndex: row.index(of: column))
        }
    }

    /// What stands in a column as it is stored.
    func storage(atIndex index: Int) throws -> DatabaseValue.Storage { try value(atIndex: index).storage }

    /// The same as a value.
    func value(atIndex index: Int) throws -> DatabaseValue {
        switch self {
        case .file(let row): try row.decode(DatabaseValue.self, atIndex: index)
        case .stepped(let row): try row.value(atIndex: index)
        case .kept(let row): try row.value(atIndex: index)
        case .server(let row): try row.value(at: index)
        }
    }
}

extension StorageRow {
    /// All rows of a question that is asked now and then.
    static func fetchAll(
        _ database: StorageDatabase,
        sql: String,
        arguments: StorageArguments = StorageArguments()
    ) throws -> [StorageRow] {
        switch database.engine {
        case .file(let database):
            try Row.fetchAll(database, sql: sql, arguments: arguments.forSQLite).map(StorageRow.file)
        case .server(let transaction): try transaction.rows(sql, arguments).map(StorageRow.server)
        }
    }

    /// All rows of a question that is asked often.
    static func fetchAll(
        _ statement: StorageStatement,
        arguments: StorageArguments = StorageArguments()
    ) throws -> [StorageRow] {
        switch statement {
        case .file(let statement, let database):
            guard let rows = try database.rows(statement, arguments) else {
                return try Row.fetchAll(statement, arguments: arguments.forSQLite).map(StorageRow.file)
            }
            var all: [StorageRow] = []
            while let row = try rows.nextKept() { all.append(.kept(row)) }
            return all
        case .server(let transaction, let sql): return try transaction.rows(sql, arguments).map(StorageRow.server)
        }
    }

    /// The first row; nil if there is none.
    static func fetchOne(
        _ database: StorageDatabase,
        sql: String,
        arguments: StorageArguments = StorageArguments()
    ) throws -> StorageRow? {
        switch database.engine {
        case .file(let database):
            try Row.fetchOne(database, sql: sql, arguments: arguments.forSQLite).map(StorageRow.file)
        case .server(let transaction): try transaction.rows(sql, arguments).first.map(StorageRow.server)
        }
    }

    /// The first row; nil if there is none.
    static func fetchOne(
        _ statement: StorageStatement,
        arguments: StorageArguments = StorageArguments()
    ) throws -> StorageRow? {
        switch statement {
        case .file(let statement, let database):
            guard let rows = try database.rows(statement, arguments) else {
                return try Row.fetchOne(statement, arguments: arguments.forSQLite).map(StorageRow.file)
            }
            return try rows.nextKept().map(StorageRow.kept)
        case .server(let transaction, let sql): return try transaction.rows(sql, arguments).first.map(StorageRow.server)
        }
    }

    /// Row after row; SQLite keeps only one of them in memory.
    static func fetchCursor(
        _ database: StorageDatabase,
        sql: String,
        arguments: StorageArguments = StorageArguments()
    ) throws -> StorageRowCursor {
        switch database.engine {
        case .file(let database):
            .file(try Row.fetchCursor(database, sql: sql, arguments: arguments.forSQLite))
        case .server(let transaction): .server(ServerRowCursor(try transaction.rows(sql, arguments)))
        }
    }

    /// Row after row; SQLite keeps only one of them in memory.
    static func fetchCursor(
        _ statement: StorageStatement,
        arguments: StorageArguments = StorageArguments()
    ) throws -> StorageRowCursor {
        switch statement {
        case .file(let statement, let database):
            guard let rows = try database.rows(statement, arguments) else {
                return .file(try Row.fetchCursor(statement, arguments: arguments.forSQLite))
            }
            return .stepped(rows)
        case .server(let transaction, let sql): return .server(ServerRowCursor(try transaction.rows(sql, arguments)))
        }
    }
}
