import PostgreSQLConnection

/// The rows that one notification has left in the tables of a purchase server, to be written again under other names by a
/// program that knows nothing of notifications. What the database adds by itself (triggers) it adds again.
struct NotificationCopies: PlainRows {
    /// A value, and where in it the name stands.
    private struct Template: Sendable {
        let value: PlainValue
        let places: [Int]
    }

    let statements: [String]
    private let templates: [[Template]]

    /// Tables whose rows triggers write.
    private static let written = ["chain_product"]

    /// - Parameters:
    ///   - number: The notification's, which is stored in the database.
    ///   - pool: Sessions with the database.
    init(of number: Int, in pool: PostgreSQLPool) async throws {
        let name = StorageContender.name(number)
        let tables = try await Self.texts(
            """
            SELECT relname AS found FROM pg_class
            WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY oid
            """,
            pool
        )
        var (statements, templates): ([String], [[Template]]) = ([], [])
        for table in tables where !Self.written.contains(table) {
            let columns = try await Self.texts(
                """
                SELECT column_name AS found FROM information_schema.columns
                WHERE table_schema = 'public' AND table_name = '\(table)' AND is_identity = 'NO' ORDER BY ordinal_position
                """,
                pool
            )
            let list = columns.map { "\($0)::text AS \($0)" }.joined(separator: ", ")
            let rows = try await pool.run(
                PostgreSQLStatement("SELECT \(list) FROM \(table) r WHERE r::text LIKE '%\(name)%'", isPrepared: false)
            )
            for row in rows {
                let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
                statements.append("INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))")
                templates.append(try columns.map { Self.template(try row.valueIfPresent($0, as: String.self), name) })
            }
        }
        guard !statements.isEmpty else { throw BenchmarkError(description: "a notification left no row") }
        (self.statements, self.templates) = (statements, templates)
    }

    func rows(_ number: Int) -> [(statement: Int, values: [PlainValue])] {
        let name = Array(StorageContender.name(number).utf8)
        return templates.enumerated().map { index, values in (index, values.map { Self.value($0, name) }) }
    }

    private static func texts(_ query: String, _ pool: PostgreSQLPool) async throws -> [String] {
        try await pool.run(PostgreSQLStatement(query, isPrepared: false)).map { try $0.value("found", as: String.self) }
    }

    private static func template(_ text: String?, _ name: String) -> Template {
        guard let text else { return Template(value: .null, places: []) }
        let (isHex, sought) = (text.hasPrefix("\\x"), Array(name.utf8))
        let bytes = isHex ? octets(text.utf8.dropFirst(2)) : Array(text.utf8)
        let places = bytes.indices.filter { bytes[$0...].starts(with: sought) }
        return Template(value: isHex ? .bytes(bytes) : .text(bytes), places: places)
    }

    private static func octets(_ digits: Substring.UTF8View) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
            UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
        }
    }

    private static func value(_ template: Template, _ name: [UInt8]) -> PlainValue {
        func replaced(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for place in template.places { bytes.replaceSubrange(place..<place + name.count, with: name) }
            return bytes
        }
        return switch template.value {
        case .null: .null
        case .text(let bytes): .text(replaced(bytes))
        case .bytes(let bytes): .bytes(replaced(bytes))
        }
    }
}
