/// Values in the form in which libpq takes them, alive while `body` runs.
enum ParameterList {
    /// - Parameter body: Is given how many there are, where each begins (nil for null), the length of each and its format,
    ///   0 for text and 1 for bytes.
    static func with<Result>(
        _ values: [PostgreSQLValue],
        _ body: (
            CInt, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?
        ) -> Result
    ) -> Result {
        guard !values.isEmpty else { return body(0, nil, nil, nil) }
        // One run of memory for all of them: a value begins where the last one's NUL stands.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(0) { $0 + $1.size + 24 })
        var starts: [Int?] = []
        var lengths: [CInt] = []
        var formats: [CInt] = []
        for value in values {
            let start = bytes.count
            starts.append(value == .null ? nil : start)
            append(value, to: &bytes)
            lengths.append(CInt(bytes.count - start))
            if case .bytes = value { formats.append(1) } else { formats.append(0) }
            bytes.append(0)
        }
        return bytes.withUnsafeBytes { memory in
            let pointers = starts.map { start -> UnsafePointer<CChar>? in
                guard let start else { return nil }
                return memory.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
            }
            return body(CInt(values.count), pointers, lengths, formats)
        }
    }

    private static func append(_ value: PostgreSQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: break
        case .bool(let value): bytes.append(value ? UInt8(ascii: "t") : UInt8(ascii: "f"))
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .real(let value): bytes.append(contentsOf: text(value).utf8)
        case .text(let value): bytes.append(contentsOf: value.utf8)
        case .bytes(let value): bytes.append(contentsOf: value)
        }
    }

    /// PostgreSQL's names for what is no number; the shortest text that is read as the same number for what is.
    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return "\(value)"
    }
}
