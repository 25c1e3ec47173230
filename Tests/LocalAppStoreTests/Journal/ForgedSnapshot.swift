import AppStoreModels
import Crypto
import Foundation
import TestSupport
import Testing

@testable import LocalAppStore

/// A snapshot with other numbers, and a checksum that fits them: what a stranger may send.
struct ForgedSnapshot {
    private static let title = Array("Purser store snapshot, format 2\n".utf8)
    /// What the checksum is of.
    let body: Data

    init(_ engine: StoreEngine) throws {
        body = try engine.snapshot().dropFirst(Self.title.count + SHA256.byteCount)
    }

    static func signed(_ body: Data) -> Data {
        Data(title) + Data(SHA256.hash(data: body)) + body
    }

    /// The JSON at the beginning, which its length precedes.
    private var json: Data {
        let length = body.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        return body.dropFirst(8).prefix(length)
    }

    /// Every number of the JSON replaced by another one, one at a time.
    func withJSONNumbers(_ replacements: [String]) -> [(what: String, bytes: Data)] {
        let text = String(decoding: json, as: UTF8.self)
        return text.matches(of: /([,:\[])(-?[0-9]+(?:\.[0-9]+)?)(?=[,\]}])/).flatMap { match in
            replacements.map { number in
                var changed = text
                changed.replaceSubrange(match.range, with: "\(match.output.1)\(number)")
                let name = text[..<match.range.lowerBound].suffix(24)
                return ("JSON …\(name): \(number)", bytes(withJSON: changed))
            }
        }
    }

    /// The number of a member replaced by another one, wherever the JSON has that member; nil if it has none.
    func with(_ member: String, _ number: String) throws -> Data? {
        let text = String(decoding: json, as: UTF8.self)
        let changed = try text.replacing(number: member, by: number)
        return changed == text ? nil : bytes(withJSON: changed)
    }

    /// Every member of the JSON left out, one at a time.
    func withoutMembers() throws -> [(what: String, bytes: Data)] {
        let object = try #require(JSONValue(parsing: json).object)
        return object.keys.map { member in
            var changed = object
            changed[member] = nil
            return (member, bytes(withJSON: JSONValue.object(changed).serialized()))
        }
    }

    private func bytes(withJSON text: String) -> Data {
        var body = Data()
        withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { body.append(contentsOf: $0) }
        body += Data(text.utf8) + self.body.dropFirst(8 + json.count)
        return Self.signed(body)
    }

    /// Every number of a record replaced by another one, one at a time.
    func withNumbers(of record: [UInt8], _ widths: [Int]) throws -> [(what: String, bytes: Data)] {
        let place = try #require(body.range(of: Data(record)))
        var changes: [(String, Data)] = []
        var offset = place.lowerBound
        for (index, width) in widths.enumerated() {
            for number in Self.extremes(of: width) {
                var body = self.body
                withUnsafeBytes(of: number.littleEndian) { bytes in
                    body.replaceSubrange(offset..<offset + width, with: bytes.prefix(width))
                }
                changes.append(("field \(index) of \(widths.count): \(number)", Self.signed(body)))
            }
            offset += width
        }
        return changes
    }

    private static func extremes(of width: Int) -> [Int64] {
        width == 8
            ? [0, -1, .max, .max - 1, .min, .min + 1, Int64(UInt32.max), 253_402_300_799_999, 1 << 60]
            : [0, -1, Int64(Int32.max), Int64(UInt32.max) - 1, 32]
    }

    /// Bytes anywhere replaced by extremes.
    func withRandomNumbers(_ count: Int) -> [(what: String, bytes: Data)] {
        var random = SeededGenerator(seed: 8)
        return (0..<count).map { _ in
            var body = self.body
            let width = [1, 4, 8].randomElement(using: &random) ?? 1
            let offset = Int.random(in: body.startIndex...body.endIndex - width, using: &random)
            let number = Self.extremes(of: width).randomElement(using: &random) ?? 0
            withUnsafeBytes(of: number.littleEndian) { bytes in
                body.replaceSubrange(offset..<offset + width, with: bytes.prefix(width))
            }
            return ("byte \(offset), \(width) bytes: \(number)", Self.signed(body))
        }
    }
}

extension String {
    /// JSON with another number in the place of that of a member, wherever it is; a number that is written as a text stays one.
    func replacing(number member: String, by number: String) throws -> String {
        let pattern = try Regex("\"\(member)\":(\"?)-?[0-9]+(\\.[0-9]+)?\"?")
        return replacing(pattern) { (match: Regex<AnyRegexOutput>.Match) -> String in
            let quote = match.output[1].substring ?? ""
            return "\"\(member)\":\(quote)\(number)\(quote)"
        }
    }
}
