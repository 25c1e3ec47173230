import Foundation

/// The files of the package as text.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Every Swift file below a folder, by its path inside the package.
    static func swiftFiles(below folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".build") }
            .map { "\(folder)/\($0)" }.sorted()
    }

    /// The lines of a file without its comments.
    static func code(_ path: String) throws -> [String] {
        try text(path).components(separatedBy: "\n").filter { !$0.utf8.drop { $0 == 0x20 }.starts(with: "//".utf8) }
    }
}
