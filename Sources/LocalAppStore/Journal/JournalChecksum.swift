import AppStoreModels
import Crypto
import Foundation

/// The checksum of a line of the log, which covers every line before it too: a line that was changed, moved, doubled or
/// taken out is told from what was written there.
///
/// It is the first half of SHA-256 in a row, 64 bits. A cyclic redundancy check would be quicker on its own, but reading a
/// line's JSON costs fifty times as much as either; and its sums of whole lines can cancel out, which SHA-256's cannot.
struct JournalChecksum: Hashable, Sendable {
    private static let size = 8

    private let bytes: [UInt8]

    /// Before the first line of a log.
    static let start = JournalChecksum(bytes: Array(repeating: 0, count: size))

    /// The checksum of the line that follows.
    ///
    /// - Parameter content: The line without checksum, length and line feed.
    func following(_ content: Data) -> JournalChecksum {
        var hash = SHA256()
        hash.update(data: bytes)
        hash.update(data: content)
        return JournalChecksum(bytes: Array(hash.finalize().prefix(Self.size)))
    }

    /// Sixteen hexadecimal digits.
    var text: String { bytes.hexadecimal }
}

/// How a line of the log is written: its checksum, how long its JSON is, its JSON.
///
/// The length tells what a crash left, which is shorter, from a whole line whose line feed was damaged.
enum JournalLine {
    /// A line with its line feed, and the checksum that the next one goes on from.
    static func framed(_ content: Data, after last: JournalChecksum) -> (line: Data, checksum: JournalChecksum) {
        let checksum = last.following(content)
        var line = Data("\(checksum.text) \(content.count) ".utf8)
        line.append(content)
        line.append(UInt8(ascii: "\n"))
        return (line, checksum)
    }

    /// What a line says, if it is the one that was written after the one with that checksum; nil if not.
    ///
    /// - Parameter line: Without its line feed.
    static func content(
        of line: Data,
        after last: JournalChecksum
    ) -> (content: Data, checksum: JournalChecksum)? {
        guard let start = contentStart(of: line) else { return nil }
        let content = line[start...]
        let checksum = last.following(content)
        guard line[..<start].elementsEqual("\(checksum.text) \(content.count) ".utf8) else { return nil }
        return (content, checksum)
    }

    /// What a line says, whatever its checksum is; nil if that cannot be found.
    static func unchecked(_ line: Data) -> Data? {
        contentStart(of: line).map { line[$0...] }
    }

    /// Whether a crash can have left this: the beginning of a line, at most all of it without its line feed.
    static func isTorn(_ rest: Data) -> Bool {
        let head = rest.prefix(17)
        for (index, byte) in head.enumerated() {
            let isExpected = index == 16 ? byte == space : isDigit(byte) || (0x61...0x66).contains(byte)
            guard isExpected else { return false }
        }
        let afterChecksum = rest.dropFirst(17)
        let digits = afterChecksum.prefix(while: isDigit)
        let content = afterChecksum.dropFirst(digits.count)
        guard let separator = content.first else { return true }
        guard separator == space, let length = Int(String(decoding: digits, as: UTF8.self)) else { return false }
        return content.count - 1 <= length
    }

    private static let space = UInt8(ascii: " ")

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func contentStart(of line: Data) -> Int? {
        guard line.count > 18 else { return nil }
        // Behind the checksum, a space, and a length of at most twenty digits.
        let afterChecksum = line.startIndex + 17
        guard let end = line[afterChecksum...].prefix(21).firstIndex(of: space) else { return nil }
        return end + 1
    }
}
