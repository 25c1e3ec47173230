import GRDB
import GRDBSQLite

/// The rows of a statement of SQLite's, one after another. The statement is theirs until the last was asked for, or until
/// nobody has them any more.
final class SteppedRows {
    private let database: Database
    private let statement: Statement
    private var isOver = false

    /// - Parameter arguments: For its placeholders, in their order.
    init(_ statement: Statement, _ arguments: some Sequence<DatabaseValue>, in database: Database) throws {
        (self.statement, self.database) = (statement, database)
        let stepped = statement.sqliteStatement
        // Somebody may not have asked for the last of the rows of another time.
        sqlite3_reset(stepped)
        for (place, argument) in arguments.enumerated() {
            try database.check(argument.bound(to: stepped, at: CInt(place + 1)), is: SQLITE_OK, statement.sql)
        }
    }

    deinit {
        if !isOver { end() }
    }

    /// The next row, which is gone when the one after it is asked for; nil after the last.
    ///
    /// - Throws: `DatabaseError`, as all that is asked through GRDB.
    func next() throws -> SteppedRow? {
        guard !isOver else { return nil }
        let code = sqlite3_step(statement.sqliteStatement)
        if code == SQLITE_ROW { return SteppedRow(of: self, statement.sqliteStatement) }
        // What went wrong is told by the step: the reset says it once more, and the next message takes its place.
        defer { end() }
        try database.check(code, is: SQLITE_DONE, statement.sql)
        return nil
    }

    /// The next row, to be kept.
    func nextKept() throws -> KeptRow? {
        guard let row = try next() else { return nil }
        return KeptRow(values: try row.values, statement: statement)
    }

    private func end() {
        isOver = true
        sqlite3_reset(statement.sqliteStatement)
        // What was bound is a copy, which may be large.
        sqlite3_clear_bindings(statement.sqliteStatement)
    }
}

extension DatabaseValue {
    /// Gives it to a placeholder, which keeps a copy.
    ///
    /// GRDB makes a copy of each text, with a zero at its end, for SQLite to make its own of; SQLite counts what it is given as
    /// readily.
    fileprivate func bound(to statement: SQLiteStatement, at place: CInt) -> CInt {
        guard case .string(var text) = storage, !text.isEmpty else { return bind(to: statement, at: place) }
        return text.withUTF8 { octets in
            octets.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_bind_text64(
                    statement,
                    place,
                    characters.baseAddress,
                    sqlite3_uint64(characters.count),
                    Self.isCopied,
                    UInt8(SQLITE_UTF8)
                )
            }
        }
    }

    /// What tells SQLite to copy what it is given: a pointer of which all bits are set.
    private static let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
