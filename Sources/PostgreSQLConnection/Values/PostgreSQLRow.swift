/// One row of an answer.
package struct PostgreSQLRow: Sendable {
    let result: ResultMemory
    let index: Int

    /// The value of a column.
    ///
    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/unexpectedResult`` if there is no such column, it is null, it
    ///   is no such value, or the answer is in binary.
    package func value<Value: PostgreSQLReadable>(
        _ column: String,
        as type: Value.Type = Value.self
    ) throws(PostgreSQLError) -> Value {
        guard let value = try valueIfPresent(column, as: type) else {
            throw PostgreSQLError(.unexpectedResult, "the column \(column) is null where \(type) was expected")
        }
        return value
    }

    /// The value of a column, nil for null.
    ///
    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/unexpectedResult`` if there is no such column, it is no such
    ///   value, or the answer is in binary.
    package func valueIfPresent<Value: PostgreSQLReadable>(
        _ column: String,
        as type: Value.Type = Value.self
    ) throws(PostgreSQLError) -> Value? {
        guard let position = result.position(of: column) else {
            let known = result.columns.joined(separator: ", ")
            throw PostgreSQLError(.unexpectedResult, "there is no column \(column), only: \(known)")
        }
        guard !result.isBinary else {
            throw PostgreSQLError(.unexpectedResult, "the answer is in binary, whose columns are read by their places")
        }
        guard let bytes = result.bytes(row: index, column: position) else { return nil }
        // The bytes live as long as the result does, which this row holds.
        let value = withExtendedLifetime(result) { Value(postgreSQLText: bytes) }
        guard let value else {
            throw PostgreSQLError(
                .unexpectedResult,
                "the column \(column) holds \(bytes.count) bytes that are no \(type)"
            )
        }
        return value
    }

    /// Whether a column is null; also if there is none.
    package func isNull(_ column: String) -> Bool {
        guard let position = result.position(of: column) else { return true }
        return result.bytes(row: index, column: position) == nil
    }
}
