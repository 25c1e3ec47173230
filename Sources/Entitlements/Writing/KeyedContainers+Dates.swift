import AppStoreModels
import Foundation

// Dates as all of our interfaces write them, milliseconds since 1970, whatever the strategy of the coder is: a value that
// is signed or cached is read by others than those who wrote it.

extension KeyedEncodingContainer {
    mutating func encode(date: Date?, forKey key: Key) throws {
        try encodeIfPresent(date?.millisecondsSince1970, forKey: key)
    }
}

extension KeyedDecodingContainer {
    func decodeDate(forKey key: Key) throws -> Date {
        Date(millisecondsSince1970: try decode(Int64.self, forKey: key))
    }

    func decodeDateIfPresent(forKey key: Key) throws -> Date? {
        try decodeIfPresent(Int64.self, forKey: key).map(Date.init(millisecondsSince1970:))
    }
}
