import Foundation
import GRDB

/// The bodies of notifications, which are whole in an export although they are packed in the database.
struct ExportedBody {
    private static let table = "notification"
    private static let column = "body"

    let headers: SignedHeaderRows

    init(_ database: StorageDatabase) { headers = SignedHeaderRows(database: database) }

    /// A row as an export has it.
    func whole(_ row: some Sequence<(String, DatabaseValue)>, of table: String) throws -> [(String, DatabaseValue)] {
        guard table == Self.table else { return Array(row) }
        return try row.map { name, value in
            guard name == Self.column, case .blob(let stored) = value.storage else { return (name, value) }
            return (name, try headers.body(of: stored).databaseValue)
        }
    }

    /// A value as the database has it.
    func packed(_ value: DatabaseValue, of column: String, in table: String) throws -> DatabaseValue {
        guard table == Self.table, column == Self.column, case .blob(let body) = value.storage,
            let packed = PackedBody(body)
        else { return value }
        try headers.save(packed.headers)
        return packed.octets.databaseValue
    }
}
