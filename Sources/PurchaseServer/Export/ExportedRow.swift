import AppStoreModels
import Foundation
import GRDB

/// A row of a table as a line of JSON: its columns by their names, null where there is nothing, what is no text in base64
/// below `base64`.
enum ExportedRow {
    static func line(_ row: some Sequence<(String, DatabaseValue)>) -> Data {
        let members = row.map { name, value in (name, json(value)) }
        return JSONValue.object(JSONObject(members)).jsonData + [0x0A]
    }

    private static func json(_ value: DatabaseValue) -> JSONValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .number(JSONNumber(number))
        case .double(let number): JSONNumber(text: "\(number)").map(JSONValue.number) ?? .null
        case .string(let text): .string(text)
        case .blob(let data): blob(data)
        }
    }

    /// JSON in a blob stands there as text, so that people can read it; its octets are the same when it is read back.
    private static func blob(_ data: Data) -> JSONValue {
        if data.first == UInt8(ascii: "{"), let text = String(data: data, encoding: .utf8), Data(text.utf8) == data {
            return ["text": .string(text)]
        }
        return ["base64": .string(data.base64EncodedString())]
    }

    /// - Throws: ``ImportError``, code `export-unusable`.
    static func value(_ json: JSONValue) throws(ImportError) -> DatabaseValue {
        switch json {
        case .null: return .null
        case .string(let text): return text.databaseValue
        case .number(let number):
            return number.int64.map(\.databaseValue) ?? number.double.databaseValue
        case .object(let object):
            if let text = object["text"]?.string { return Data(text.utf8).databaseValue }
            if let data = object["base64"]?.string.flatMap({ Data(base64: $0) }) { return data.databaseValue }
        case .bool, .array: break
        }
        throw ImportError(.exportUnusable, "a value is of no kind that an export has")
    }
}
