import AppStoreModels
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads a log of notifications line by line.
///
/// Nearly all of a line is a signed payload, which nobody looks into: it is lifted out, and only the rest is parsed.
struct NotificationLogReader {
    /// A line that means nothing.
    struct DamagedLine: Error {
        let number: Int
    }

    private let data: Data
    /// Where the last complete line ends: what is behind it was left by a kill.
    let end: Int

    init(_ data: Data) {
        self.data = data
        end = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 - data.startIndex + 1 } ?? 0
    }

    /// Whether a kill left a part of a line.
    var isTorn: Bool { end < data.count }

    /// Calls `body` with every complete line, in order; it returns false for a line that means nothing.
    func forEachLine(_ body: (JSONObject, _ signedPayload: String?) -> Bool) throws(DamagedLine) {
        var (position, number) = (0, 0)
        while position < end, let next = Self.find(UInt8(ascii: "\n"), in: data, from: position, to: end) {
            number += 1
            guard let (object, payload) = Self.parse(data, position..<next), body(object, payload) else {
                throw DamagedLine(number: number)
            }
            position = next + 1
        }
    }

    private static let payloadKey = Data("\"signedPayload\":\"".utf8)

    private static func parse(_ data: Data, _ line: Range<Int>) -> (JSONObject, String?)? {
        if let payload = payload(in: data, line), let text = text(data, payload) {
            let short =
                bytes(data, line.lowerBound..<payload.lowerBound) + bytes(data, payload.upperBound..<line.upperBound)
            return (try? JSONValue(parsing: short))?.object.map { ($0, text) }
        }
        return (try? JSONValue(parsing: bytes(data, line)))?.object.map { ($0, nil) }
    }

    /// Where the payload of a line is; nil if it has none. It comes after a few short members.
    private static func payload(in data: Data, _ line: Range<Int>) -> Range<Int>? {
        let quote = UInt8(ascii: "\"")
        var position = line.lowerBound
        while let found = find(quote, in: data, from: position, to: line.upperBound) {
            let start = found + payloadKey.count
            guard start < line.upperBound else { return nil }
            if bytes(data, found..<start) == payloadKey {
                return find(quote, in: data, from: start, to: line.upperBound).map { start..<$0 }
            }
            position = found + 1
        }
        return nil
    }

    /// The text in a range; nil if it is written with escapes, or is no text that a signature has.
    private static func text(_ data: Data, _ range: Range<Int>) -> String? {
        data.withUnsafeBytes { all in
            guard PlainText.isAll(of: all, in: range) else { return nil }
            return String(decoding: all[range], as: UTF8.self)
        }
    }

    private static func bytes(_ data: Data, _ range: Range<Int>) -> Data {
        data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound]
    }

    private static func find(_ byte: UInt8, in data: Data, from start: Int, to end: Int) -> Int? {
        data.withUnsafeBytes { all in
            guard let base = all.baseAddress, start < end, let found = memchr(base + start, Int32(byte), end - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
