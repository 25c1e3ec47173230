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
    /// The last numbers that were given, see ``ExportedNumbers``.
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
        guard let createdDate = json[milliseconds: "createdDate"] else { throw Self.unreadable("createdDate") }
        guard let migrations = json[array: "migrations"] else { throw Self.unreadable("migrations") }
        self.init(
            createdDate: createdDate,
            migrations: migrations.compactMap(\.string),
            rows: try Self.numbers("rows", of: json).mapValues { Int(clamping: $0) },
            numbers: try Self.numbers("numbers", of: json).mapValues { min($0, Self.highestNumber) }
        )
    }

    /// What stands in a member: numbers, by names.
    private static func numbers(_ member: String, of json: JSONObject) throws(ImportError) -> [String: Int64] {
        guard let object = json[object: member] else { throw unreadable(member) }
        var numbers: [String: Int64] = [:]
        for (name, value) in object.members {
            guard let number = value.lenientInteger else { throw unreadable("\(member).\(name.prefix(80))") }
            numbers[name] = number
        }
        return numbers
    }

    private static func unreadable(_ member: String) -> ImportError {
        ImportError(.exportUnusable, "\(member) is missing in \(fileName), or cannot be read; export again")
    }
}
