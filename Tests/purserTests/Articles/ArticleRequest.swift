import AppStoreModels
import Foundation

/// A request that an article shows: a block of `sh` with a `curl` in it, whose first line says the status, and perhaps the
/// answer in a block of `json` right behind it.
struct ArticleRequest {
    let status: Int
    /// The lines of the shell, as they stand there.
    let script: String
    /// The answer that is shown; nil if none is.
    let answer: JSONValue?

    /// All requests of an article, in their order.
    ///
    /// - Throws: ``Mistake`` for a request without a status, or an answer that is no JSON.
    static func all(in article: String) throws -> [ArticleRequest] {
        let parts = article.components(separatedBy: "```")
        var requests: [ArticleRequest] = []
        // Every other part is inside of a block.
        for index in stride(from: 1, to: parts.count, by: 2) where parts[index].hasPrefix("sh\n") {
            let script = String(parts[index].dropFirst(3))
            guard script.contains("curl ") else { continue }
            guard let status = script.firstMatch(of: /^# ([1-5][0-9][0-9])\n/).flatMap({ Int($0.1) }) else {
                throw Mistake(description: "a request without its status in the first line:\n\(script)")
            }
            let next = index + 2 < parts.count ? parts[index + 2] : ""
            let isAnswer = next.hasPrefix("json\n") && parts[index + 1].allSatisfy(\.isWhitespace)
            let answer: JSONValue? = isAnswer ? try JSONValue(parsing: String(next.dropFirst(5))) : .none
            requests.append(ArticleRequest(status: status, script: script, answer: answer))
        }
        return requests
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }
}

/// What two JSON values have in common: the members of their objects, and what is in those by which programs decide.
struct AnswerShape {
    /// Members whose values an article must show as they are answered.
    private static let decisive: Set = ["code", "kind", "reason", "rule", "state"]

    /// Where the one shown and the real one differ; empty if nowhere.
    static func differences(shown: JSONValue, real: JSONValue, at place: String = "answer") -> [String] {
        switch (shown, real) {
        case (.object(let shown), .object(let real)):
            let missing = Set(shown.keys).subtracting(real.keys).map { "\(place).\($0) is not in the real one" }
            return missing.sorted()
                + shown.keys.flatMap { key -> [String] in
                    guard let left = shown[key], let right = real[key] else { return [] }
                    guard !decisive.contains(key) || left == right else {
                        return ["\(place).\(key) is \(right.serialized()) in the real one"]
                    }
                    return differences(shown: left, real: right, at: "\(place).\(key)")
                }
        case (.array(let shown), .array(let real)):
            guard let left = shown.first else { return [] }
            guard let right = real.first else { return ["\(place) is empty in the real one"] }
            return differences(shown: left, real: right, at: "\(place)[0]")
        case (.string, .string), (.number, .number), (.bool, .bool), (.null, .null): return []
        default: return ["\(place) is of another kind"]
        }
    }
}
