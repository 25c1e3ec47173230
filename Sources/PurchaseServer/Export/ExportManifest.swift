import AppStoreModels
import Foundation

/// What an export says of itself, in `manifest.json`; written last, so that a folder without it is no whole export.
struct ExportManifest {
    /// When it was made.
    var createdDate: Date
    /// The changes of the tables that the database has had, the oldest first.
    var migrations: [String]
    /// How many rows each file has.
    var rows: [String: Int]
    /// The last numbers that were given, see ``ExportedNumbers``; nothing in an export of an earlier version.
    var numbers: [String: Int64]

    static let fileName = "manifest.json"
    static let format = "purser-export"
    static let version: Int64 = 1
    /// No server gives a higher number, and JSON has it to the unit.
    private static let highestNumber: Int64 = 1 << 53

    var json: JSONObject {
        var json: JSONObject = ["format": .string(Self.format), "version": .number(JSONNumber(Self.version))]
        json[milliseconds: "createdDate"] = createdDate
        json["migrations"] = .array(migrations.map(JSONValue.string))
        json["rows"] = .object(JSONObject(rows.sorted { $0.key < $1.key }.map { ($0, .number(JSONNumber($1))) }))
        json["numbers"] = .object(
            JSONObject(numbers.sorted { $0.key < $1.key }.map { ($0, .number(JSONNumber($1))) })
        )
        return json
    }

    init(createdDate: Date, migrations: [String], rows: [String: Int], numbers: [String: Int64]) {
        (self.createdDate, self.migrations, self.rows) = (createdDate, migrations, rows)
        self.numbers = numbers
    }

    /// - Throws: ``ImportError``, code `export-unusable`.
    init(_ data: Data) throws(ImportError) {
        guard let json = (try? JSONValue(parsing: data))?.object, json[string: "format"] == Self.format else {
            throw ImportError(.exportUnusable, "\(Self.fileName) is not that of an export")
        }
        guard json[integer: "version"] == Self.version else {
            let version = json[string: "version"] ?? "unknown"
            throw ImportError(
                .exportUnusable,
                "the format has version \(version.prefix(20)); this reads \(Self.version)"
            )
        }
        let rows = (json[object: "rows"] ?? [:]).members.compactMap { name, value in
            value.lenientInteger.flatMap(Int.init(exactly:)).map { (name, $0) }
        }
        let numbers = (json[object: "numbers"] ?? [:]).members.compactMap { name, value in
            value.lenientInteger.map { (name, min($0, Self.highestNumber)) }
        }
        self.init(
            createdDate: json[milliseconds: "createdDate"] ?? Date(timeIntervalSince1970: 0),
            migrations: (json[array: "migrations"] ?? []).compactMap(\.string),
            rows: Dictionary(rows) { first, _ in first },
            numbers: Dictionary(numbers) { first, _ in first }
        )
    }
}
