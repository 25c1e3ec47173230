import CLibPQ

/// What a statement answered: rows, and how many rows it changed.
package struct PostgreSQLRows: Sendable, RandomAccessCollection {
    private let result: ResultMemory

    init(_ result: ResultMemory) { self.result = result }

    package var startIndex: Int { 0 }
    package var endIndex: Int { result.rowCount }
    package subscript(position: Int) -> PostgreSQLRow {
        precondition(position >= 0 && position < result.rowCount, "there is no row \(position)")
        return PostgreSQLRow(result: result, index: position)
    }

    /// The names of the columns.
    package var columns: [String] { result.columns }

    /// How many rows the statement wrote, changed, removed or gave.
    package var changedRows: Int { result.changedRows }

    /// Whether the statement wrote, changed or removed rows.
    package var isChange: Bool {
        changedRows > 0 && ["INSERT ", "UPDATE ", "DELETE ", "MERGE "].contains(where: command.hasPrefix)
    }

    /// The server's word for what it did, for example `INSERT 0 1`.
    package var command: String { result.command }
}

/// The memory of one answer, freed with the last value that needs it.
// Sendable is safe: libpq's manual says that a result may be read from any thread once it is made, and nothing here writes
// to it; it is freed once, when nobody has it any more.
final class ResultMemory: @unchecked Sendable {
    let pointer: OpaquePointer
    let rowCount: Int
    let columns: [String]
    /// Whether its values are in PostgreSQL's own octets instead of as text.
    let isBinary: Bool
    /// The server's numbers of the types of the columns.
    private let types: [UInt32]
    private let positions: [String: Int]

    /// - Parameter pointer: A `PGresult` that belongs to this value from now on.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        rowCount = Int(PQntuples(pointer))
        columns = (0..<PQnfields(pointer)).map { index in PQfname(pointer, index).map { String(cString: $0) } ?? "" }
        types = (0..<PQnfields(pointer)).map { PQftype(pointer, $0) }
        isBinary = PQbinaryTuples(pointer) == 1
        positions = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    deinit { PQclear(pointer) }

    var command: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

    var changedRows: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// What a value is, by the type of its column.
    func type(ofColumn column: Int) -> UInt32 { types[column] }

    func position(of column: String) -> Int? { positions[column] }

    /// The bytes of a value, as text unless ``isBinary``, alive while this value is; nil for null.
    func bytes(row: Int, column: Int) -> UnsafeBufferPointer<UInt8>? {
        let (row, column) = (CInt(row), CInt(column))
        guard PQgetisnull(pointer, row, column) == 0, let start = PQgetvalue(pointer, row, column) else { return nil }
        let length = Int(PQgetlength(pointer, row, column))
        return UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: length)
    }
}
