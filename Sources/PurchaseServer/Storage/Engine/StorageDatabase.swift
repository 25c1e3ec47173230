import GRDB

/// The database inside of one transaction, or of one question after another, whichever engine it is: what all code that reads and writes rows speaks.
///
/// Statements are written so that SQLite and PostgreSQL both take them; placeholders are SQLite's (`?`, `?1`, `:name`).
/// Where the engines differ too much for one text ``isShared`` tells which it is.
///
/// It is a thin layer: on SQLite each call is one of GRDB's. In a distant database what changes rows is sent with the next
/// question, so an error may be told by a later call, at the latest by the end of the transaction; none is lost.
final class StorageDatabase {
    /// Who carries statements out.
    enum Engine {
        case file(Database)
        case server(any ServerTransaction)
    }

    let engine: Engine
    /// The last statements that were new to it, each in place of the oldest. A change of thousands of purchases
    /// asks for few, again and again, and GRDB reads all of a statement's text to find it; most texts are the program's own, and
    /// known by their place in memory.
    private var recent: [(sql: String, statement: Statement)] = []
    private var oldest = 0
    /// The place of the one that is probably asked for next: changes of one kind do the same, one after the other.
    private var next = 0

    private static let recentCount = 16

    /// One transaction of SQLite, or a connection that only reads.
    init(_ database: Database) { engine = .file(database) }

    /// One transaction of a database that many servers share.
    init(_ transaction: any ServerTransaction) { engine = .server(transaction) }

    /// Whether other processes write at the same time, as PostgreSQL lets them. SQLite has one writer.
    var isShared: Bool {
        if case .server = engine { true } else { false }
    }

    /// Carries out a statement whose text is put together each time.
    func execute(sql: String, arguments: StorageArguments = StorageArguments()) throws {
        switch engine {
        case .file(let database): try database.execute(sql: sql, arguments: arguments.forSQLite)
        case .server(let transaction): try transaction.execute(sql, arguments)
        }
    }

    /// A statement that is compiled once for each connection.
    func cachedStatement(sql: String) throws -> StorageStatement {
        switch engine {
        case .file(let database): .file(try statement(sql, of: database), database)
        case .server(let transaction): .server(transaction, sql: sql)
        }
    }

    /// The same of SQLite's.
    func statement(_ sql: String, of database: Database) throws -> Statement {
        if next < recent.count, recent[next].sql == sql { return found(next) }
        if let place = recent.firstIndex(where: { $0.sql == sql }) { return found(place) }
        let statement = try database.cachedStatement(sql: sql)
        if recent.count < Self.recentCount {
            recent.append((sql, statement))
        } else {
            recent[oldest] = (sql, statement)
            oldest = (oldest + 1) % Self.recentCount
        }
        return statement
    }

    private func found(_ place: Int) -> Statement {
        next = (place + 1) % recent.count
        return recent[place].statement
    }

    /// How many rows the last statement that writes has changed.
    var changesCount: Int {
        get throws {
            switch engine {
            case .file(let database): database.changesCount
            case .server(let transaction): try transaction.changesCount()
            }
        }
    }

    /// How many rows this connection has changed since it was opened, triggers included; nil where the
    /// engine counts by itself.
    var totalChangesCount: Int? {
        switch engine {
        case .file(let database): database.totalChangesCount
        case .server: nil
        }
    }

    /// Adds a row.
    ///
    /// - Parameter key: The column in which the database numbers rows.
    /// - Returns: The number of the row.
    func insert(sql: String, arguments: StorageArguments, numbering key: String) throws -> Int64 {
        switch engine {
        case .file(let database):
            try database.carryOut(statement(sql, of: database), arguments)
            return database.lastInsertedRowID
        case .server(let transaction):
            let rows = try transaction.rows("\(sql) RETURNING \(key)", arguments)
            guard let row = rows.first else {
                throw PurchaseServerError(
                    .databaseFailed,
                    "a row was added without a number; see what rules its table has"
                )
            }
            return try row.decode(atIndex: 0)
        }
    }

    /// Does something that is taken back alone if it throws; the rest of the transaction stays.
    func inSavepoint(_ change: () throws -> Void) throws {
        switch engine {
        case .file(let database):
            try database.inSavepoint {
                try change()
                return .commit
            }
        case .server(let transaction): try transaction.inSavepoint(change)
        }
    }
}
