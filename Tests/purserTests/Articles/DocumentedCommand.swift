import Foundation
import Testing

/// A call of the tool that a text shows.
struct DocumentedCommand: CustomTestStringConvertible, Sendable {
    /// Where it stands.
    let place: String
    /// What follows the name of the tool, as a shell reads it.
    let words: [String]

    var testDescription: String { "\(place): purser \(words.joined(separator: " "))" }

    private init(_ place: String, _ text: Substring) {
        self.place = place
        words = text.matches(of: /"([^"]*)"|'([^']*)'|(\S+)/).map { String($0.1 ?? $0.2 ?? $0.3 ?? "") }
    }

    /// The calls in the blocks of code of an article, which can be copied.
    static func copied(from article: String, _ place: String) -> [Self] {
        let parts = article.components(separatedBy: "```")
        let blocks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
            .filter { !$0.hasPrefix("swift\n") && !$0.hasPrefix("json\n") }
        return blocks.flatMap { $0.replacing("\\\n", with: " ").split(separator: "\n") }.compactMap { line in
            // Other programs have an argument of that name.
            String(line).firstMatch(of: /(?:^|swift run |sudo |\$\(|\.sh )purser ([^)#|;>]+)/).map { Self(place, $0.1) }
        }
    }

    /// The calls between the words of a text, which may leave out what they are about.
    static func named(in text: String, _ place: String) -> [Self] {
        let parts = text.components(separatedBy: "```")
        return stride(from: 0, to: parts.count, by: 2).flatMap { index in
            parts[index].replacing("\n", with: " ").matches(of: /`(?:swift run )?purser ([^`|]+)/)
                .map { Self(place, $0.1) }
        }
    }

    /// The calls that stand on lines of their own in the help of a command.
    static func copied(fromHelp text: String, _ place: String) -> [Self] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .compactMap { line in line.hasPrefix("purser ") ? Self(place, line.dropFirst(7)) : nil }
    }
}
