public import Foundation

/// The real receipts, certificates and recordings that some tests run on.
///
/// They are not part of the repository: they carry their owners' identifiers. Tests that need them are enabled only
/// when `PURSER_FIXTURES` names the folder.
public enum Fixtures {
    /// The folder that `PURSER_FIXTURES` names, nil if the variable is not set.
    public static let folder: URL? = ProcessInfo.processInfo.environment["PURSER_FIXTURES"].map {
        URL(fileURLWithPath: $0, isDirectory: true)
    }

    /// Whether the real fixtures are here.
    public static var areAvailable: Bool { folder != nil }

    /// The bytes of one fixture, by its path below the folder.
    public static func data(_ path: String) throws -> Data {
        try Data(contentsOf: try url(path))
    }

    /// The location of one fixture.
    public static func url(_ path: String) throws -> URL {
        guard let folder else { throw MissingFixtures() }
        return folder.appendingPathComponent(path)
    }

    /// The rows of an `index.tsv`, each a dictionary by column name.
    public static func rows(_ path: String) throws -> [[String: String]] {
        let lines = String(decoding: try data(path), as: UTF8.self)
            // Some of the files have "\r\n", which is one character.
            .split(whereSeparator: \.isNewline)
        guard let header = lines.first else { return [] }
        let names = header.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Dictionary(zip(names, cells)) { first, _ in first }
        }
    }

    /// `PURSER_FIXTURES` is not set.
    public struct MissingFixtures: Error {}
}
