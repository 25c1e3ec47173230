extension PostgreSQLRow {
    /// How many columns there are.
    package var count: Int { result.columns.count }

    /// What stands in a column, as the type of the column has it: whole numbers and truth (1 and 0) as integers, other
    /// numbers as such, bytes, and everything else as text. Of an answer in binary only whole numbers, truth, bytes, text and
    /// `float8` are read.
    ///
    /// - Parameter position: From 0 to less than ``count``.
    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/unexpectedResult`` if there is no such column, or what stands in
    ///   it is not of its type.
    package func value(at position: Int) throws(PostgreSQLError) -> PostgreSQLValue {
        guard position >= 0, position < count else {
            throw PostgreSQLError(.unexpectedResult, "there is no column \(position) of \(count)")
        }
        guard let bytes = result.bytes(row: index, column: position) else { return .null }
        // The bytes live as long as the result does, which this row holds.
        let type = result.type(ofColumn: position)
        let value = withExtendedLifetime(result) {
            result.isBinary ? PostgreSQLValue(binary: bytes, ofType: type) : Self.value(bytes, ofType: type)
        }
        guard let value else {
            let form = result.isBinary ? " in binary" : ""
            throw PostgreSQLError(
                .unexpectedResult,
                "what column \(position) holds\(form) is not read as its type, which is number \(type) in pg_type"
            )
        }
        return value
    }

    /// - Parameter type: The numbers are those of `pg_type`, which never change.
    private static func value(_ bytes: UnsafeBufferPointer<UInt8>, ofType type: UInt32) -> PostgreSQLValue? {
        switch type {
        case 16: Bool(postgreSQLText: bytes).map { .integer(Int64($0 ? 1 : 0)) }
        case 17: [UInt8](postgreSQLText: bytes).map { .bytes($0) }
        case 20, 21, 23, 26: Int64(postgreSQLText: bytes).map { .integer($0) }
        case 700, 701: Double(postgreSQLText: bytes).map { .real($0) }
        // A sum of whole numbers is one of them, if it is not too large.
        case 1700:
            Int64(postgreSQLText: bytes).map { .integer($0) } ?? Double(postgreSQLText: bytes).map { .real($0) }
        default: String(postgreSQLText: bytes).map { .text($0) }
        }
    }
}
