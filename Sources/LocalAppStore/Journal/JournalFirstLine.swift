import Foundation

/// The first line of a log: the header as plain JSON, whose last member is a checksum of the others.
///
/// So a reader knows of the first line alone whether it is as it was written, and damage of the second one is not taken for
/// damage of the first.
enum JournalFirstLine {
    /// What a first line says about itself.
    enum Seal: Sendable {
        /// The checksum is that of what stands there.
        case whole
        /// It is not.
        case broken
        /// The line has none: another version wrote it, or it is damaged.
        case missing
    }

    private static let before = Data(#","checksum":""#.utf8)
    private static let behind = Data(#""}"#.utf8)
    private static let digits = 16

    /// The line of a header, without its line feed.
    static func text(of header: JournalHeader) throws(StoreError) -> Data {
        let content = try EventJournal.encoded(header)
        return content.dropLast() + before + Data(checksum(of: content).utf8) + behind
    }

    /// Holds a line without its line feed against its own checksum.
    static func seal(of line: Data) -> Seal {
        let tail = line.suffix(before.count + digits + behind.count)
        guard tail.starts(with: before), tail.suffix(behind.count) == behind else { return .missing }
        let stated = tail.dropFirst(before.count).prefix(digits)
        let content = line.dropLast(tail.count) + Data("}".utf8)
        return stated.elementsEqual(checksum(of: content).utf8) ? .whole : .broken
    }

    private static func checksum(of content: Data) -> String { JournalChecksum.start.following(content).text }
}
