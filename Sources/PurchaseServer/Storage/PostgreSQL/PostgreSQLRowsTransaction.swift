#if PostgreSQL && os(Linux)
    import Foundation
    import GRDB
    import PostgreSQLConnection

    /// One transaction of PostgreSQL, as the code that reads and writes rows asks it.
    final class PostgreSQLRowsTransaction: ServerTransaction {
        private let transaction: LedTransaction

        init(_ transaction: LedTransaction) { self.transaction = transaction }

        func execute(_ sql: String, _ arguments: StorageArguments) throws {
            try transaction.carryOut(PostgreSQLText.of(sql).statement(arguments))
        }

        func changesCount() throws -> Int { try transaction.changedRows() }

        func rows(_ sql: String, _ arguments: StorageArguments) throws -> [ServerRow] {
            let answer = try transaction.ask(PostgreSQLText.of(sql).statement(arguments))
            let columns = answer.columns
            return try answer.map { try ServerRow($0, columns: columns) }
        }

        func inSavepoint(_ change: () throws -> Void) throws { try transaction.inSavepoint(change) }
    }

    extension ServerRow {
        /// - Parameter columns: The names of the columns of the answer that the row is from.
        init(_ row: PostgreSQLRow, columns: [String]) throws {
            self.init(columns: columns, values: try (0..<row.count).map { try Self.value(row.value(at: $0)) })
        }

        private static func value(_ value: PostgreSQLValue) -> DatabaseValue {
            switch value {
            case .null: .null
            case .bool(let value): value.databaseValue
            case .integer(let number): number.databaseValue
            case .real(let number): number.databaseValue
            case .text(let text): text.databaseValue
            case .bytes(let bytes): Data(bytes).databaseValue
            }
        }
    }
#endif
