public import AppStoreModels
import Foundation

/// The tables of the article about the wire: what our own interfaces may write.
public struct WireArticle: Sendable {
    /// A row of a table of codes.
    public struct Code: Sendable, Hashable {
        public let name: String
        /// What the other columns say.
        public let text: [String]
    }

    /// The rows of all tables of codes, in order.
    public let codes: [Code]
    /// The members that are ours, and Apple's that we write.
    public let members: Set<String>
    /// Everything between backticks that stands where a member is listed, in order.
    public let listedMembers: [String]
    /// What is said of each member that is ours.
    public let meanings: [String: String]
    /// The members that count, which are numbers.
    private let counts: Set<String>

    public init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/AppStoreModels/AppStoreModels.docc/TheWire.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = text.components(separatedBy: "\n## Members\n")
        codes = Self.rows(of: parts[0]).compactMap { row in
            row.first.map { Code(name: $0, text: Array(row.dropFirst())) }
        }
        let apple = parts[1].components(separatedBy: "\n\n").first { $0.hasPrefix("`") } ?? ""
        let ours = Self.rows(of: parts[1]).filter { $0.count == 2 }
        listedMembers = Self.quoted(apple) + ours.map { $0[0] }
        members = Set(listedMembers)
        let meanings = Dictionary(ours.map { ($0[0], $0[1]) }) { first, _ in first }
        self.meanings = meanings
        counts = members.filter { $0.hasSuffix("Count") || meanings[$0]?.hasPrefix("how many") == true }
    }

    /// The cells of the rows that begin with code.
    private static func rows(of text: String) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ")) }
                .filter { !$0.isEmpty }.enumerated().map { $0 == 0 ? $1.replacingOccurrences(of: "`", with: "") : $1 }
        }
    }

    private static func quoted(_ text: String) -> [String] {
        text.matches(of: /`(\w+)`/).map { String($0.1) }
    }

    /// What is shown as it stands there, and what has names of the developer's making for members.
    private static let foreign: Set = ["payload", "header", "decoded", "metadata", "content", "shortStory"]
    private static let named: Set = [
        "priceOverrides", "winBackRules", "hostedContentVersions", "purchaseIntentOffers", "rows",
    ]
    /// What has a count of its own where only that is told.
    private static let collections: Set = [
        "accounts", "attempts", "codes", "customers", "events", "failures", "finished", "mended", "rows", "steps",
        "subscriptions", "waiting",
    ]

    /// Whether a member is what its name says: a count is a number, and what is counted is none.
    private func isOfItsType(_ name: String, _ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .number: !Self.collections.contains(name)
        default: !counts.contains(name)
        }
    }

    /// The members of an answer that the article does not have, or that are not of their type.
    public func strangers(in json: JSONValue) -> Set<String> {
        switch json {
        case .array(let values): values.reduce(into: []) { $0.formUnion(strangers(in: $1)) }
        case .object(let object): strangers(in: object)
        default: []
        }
    }

    /// The members of an answer that the article does not have, or that are not of their type.
    public func strangers(in object: JSONObject) -> Set<String> {
        object.members.reduce(into: []) { strangers, member in
            if !members.contains(member.0) || !isOfItsType(member.0, member.1) { strangers.insert(member.0) }
            if Self.foreign.contains(member.0) { return }
            if Self.named.contains(member.0), let object = member.1.object {
                // A price of a storefront has one level more than a rule.
                object.members.compactMap(\.1.object).flatMap { $0.members.map(\.1) }
                    .forEach { strangers.formUnion(self.strangers(in: $0)) }
            } else {
                strangers.formUnion(self.strangers(in: member.1))
            }
        }
    }
}
