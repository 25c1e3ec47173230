import GRDB

/// Rows, one after another. A row of SQLite's is only good until the next is asked for.
enum StorageRowCursor {
    case file(RowCursor)
    case stepped(SteppedRows)
    case server(ServerRowCursor)

    /// The next row; nil after the last.
    func next() throws -> StorageRow? {
        switch self {
        case .file(let rows): try rows.next().map(StorageRow.file)
        case .stepped(let rows): try rows.next().map(StorageRow.stepped)
        case .server(let rows): rows.next().map(StorageRow.server)
        }
    }
}

/// The rows of a distant database, which are all there.
final class ServerRowCursor {
    private let rows: [ServerRow]
    private var place = 0

    init(_ rows: [ServerRow]) { self.rows = rows }

    func next() -> ServerRow? {
        guard place < rows.count else { return nil }
        defer { place += 1 }
        return rows[place]
    }
}
