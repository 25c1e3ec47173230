import AppStoreModels
import Foundation

/// How events are written down: JSON, one line a batch, dates in milliseconds since 1970, members sorted.
enum JournalCoding {
    static func line(_ value: some Encodable) throws -> Data {
        try data(value) + Data([UInt8(ascii: "\n")])
    }

    static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.millisecondsSince1970)
        }
        return try encoder.encode(value)
    }

    static func value<Value: Decodable>(_ type: Value.Type, from line: some Sequence<UInt8>) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            Date(millisecondsSince1970: try decoder.singleValueContainer().decode(Int64.self))
        }
        return try decoder.decode(type, from: Data(line))
    }
}

/// The first line of a log: what the store was created with.
struct JournalHeader: Codable, Sendable, Hashable {
    /// The version of the log's format: 2 if it goes on from a snapshot, so that versions that know none refuse it.
    var format = 1
    /// The number of the snapshot it goes on from; nil if it has all events.
    var snapshot: Int?
    let app: AppIdentity
    let start: Date
    let seed: UInt64
    let settings: StoreSettings
}
