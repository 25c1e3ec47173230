import AppStoreModels
import Foundation
import TestSupport
import Testing

/// Programs decide by codes and read members by name: neither changes without being seen here.
@Suite("The article about the wire")
struct WireArticleTests {
    private let article: WireArticle

    init() throws { article = try WireArticle() }

    @Test("Codes are these, and no others")
    func codes() {
        #expect(Set(article.codes.map(\.name)).symmetricDifference(Self.everyCode) == [])
    }

    @Test("It has every code that the sources write, and none besides")
    func sources() throws {
        let difference = try Self.written().symmetricDifference(article.codes.map(\.name))
        #expect(difference.isEmpty, "\(difference.sorted())")
    }

    @Test("Codes are kebab-case, have one row each, and say what they mean")
    func spelling() {
        for code in article.codes {
            #expect(code.name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil, "\(code.name)")
            #expect(code.text.allSatisfy { !$0.isEmpty } && !code.text.isEmpty, "\(code.name)")
        }
        #expect(Set(article.codes.map(\.name)).count == article.codes.count)
        // Two tables of two columns, three of four: a code, its status, what it means, what to do.
        #expect(Set(article.codes.map(\.text.count)) == [1, 3])
        let meanings = article.codes.map { $0.text[$0.text.count == 1 ? 0 : 1] }
        #expect(Set(meanings).count == meanings.count)
    }

    /// Members that Apple writes so; all others have abbreviations as words.
    private static let applesOwn: Set = ["notificationUUID", "realtimeURL"]

    @Test("Members are camelCase and are listed once")
    func members() {
        for member in article.members {
            #expect(member.wholeMatch(of: /[a-z][a-zA-Z0-9]*/) != nil, "\(member)")
            guard !Self.applesOwn.contains(member) else { continue }
            #expect(member.firstMatch(of: /(ID|URL|API|JSON)s?$/) == nil, "\(member): abbreviations are words")
        }
        #expect(article.members.count == article.listedMembers.count)
        #expect(article.members.count > 150)
    }

    @Test("What says when something is ends in Date, and no member is said to be the same as another")
    func dates() {
        for (member, meaning) in article.meanings {
            let saysWhen = meaning.firstMatch(of: /^((since|until|from|by) )?when\b/) != nil
            #expect(!saysWhen || member.hasSuffix("Date"), "\(member): \(meaning)")
            #expect(!meaning.hasPrefix("the same"), "\(member): \(meaning)")
        }
    }

    /// The table names no types, since `status`, `version` and their like are texts here and numbers there; no program takes
    /// the one for the other. A count in the place of a list is another matter.
    @Test("Whoever counts does nothing else, and no member is a number here and a list there")
    func counts() {
        for (member, meaning) in article.meanings where meaning.contains("how many") {
            #expect(meaning.hasPrefix("how many") && !meaning.contains(";"), "\(member): \(meaning)")
        }
        let wrong: JSONObject = ["accounts": 3, "waitingCount": [], "damage": [["failures": 1]]]
        #expect(article.strangers(in: wrong) == ["accounts", "waitingCount", "failures"])
        let right: JSONObject = ["accounts": [["id": "flora"]], "accountCount": 1, "waitingCount": nil]
        #expect(article.strangers(in: right) == [])
    }

    /// The codes that stand in the sources: constants and cases of a type `Code`, and what servers and tool answer with.
    private static func written() throws -> Set<String> {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var codes: Set<String> = []
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains(/(struct|enum|extension) (\w+\.)*Code\b/) {
                codes.formUnion(text.matches(of: /(?:Self|Code)\(rawValue: "([^"]+)"\)/).map { String($0.1) })
                for match in text.matches(of: /enum Code: String[^{]*\{([^}]*)\}/) {
                    codes.formUnion(match.1.matches(of: /case (\w+)\n/).map { String($0.1) })
                    codes.formUnion(match.1.matches(of: /case \w+ = "([^"]+)"/).map { String($0.1) })
                }
            }
            let places = [
                #/\b(?:RequestError|APIError|StoreControlError|Rejection)\(\s*(?:[.\w]+,)?\s*"([^"]+)"/#,
                #/self\.init\(\s*(?:[.\w]+,)?\s*"([a-z-]+)",/#, #/"code": "([^"]+)"/#, #/rule: "([^"]+)"/#,
                #/code\.rawValue \?\? "([^"]+)"/#, #/complain\(\s*"([a-z-]+)",/#,
                #/[\s(]code: (?:String = )?"([a-z-]+)"/#,
            ]
            for place in places { codes.formUnion(text.matches(of: place).map { String($0.1) }) }
            if text.contains(/var code: String \{\s+switch self/) {
                codes.formUnion(text.matches(of: /case \.\w+: "([a-z-]+)"\n/).map { String($0.1) })
            }
        }
        // What is put together at run time.
        return codes.filter { !$0.contains("\\") }
    }
}
