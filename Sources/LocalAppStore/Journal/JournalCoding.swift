import AppStoreModels
import Foundation

/// How events are written down: JSON, one line a batch, dates in milliseconds since 1970, members sorted.
enum JournalCoding {
    static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.inMilliseconds.millisecondsSince1970)
        }
        return try encoder.encode(value)
    }

    static func value<Value: Decodable>(_ type: Value.Type, from line: some Sequence<UInt8>) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let milliseconds = try container.decode(Int64.self)
            guard let date = Date(checking: milliseconds) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(milliseconds) is no date")
            }
            return date
        }
        return try decoder.decode(type, from: Data(line))
    }
}

/// The first line of a log: what the store was created with.
struct JournalHeader: Codable, Sendable, Hashable {
    /// The version of the log's format.
    var format = Self.format
    /// The number of the snapshot it goes on from; nil if it has all events.
    var snapshot: Int?
    let app: StoreApp
    let start: Date
    let seed: UInt64
    let settings: StoreSettings

    /// The format that this version writes, and the only one that it reads.
    static let format = 4
}

extension JournalHeader: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.counts.check(snapshot, "snapshot")
        try settings.checkRanges()
    }
}
