import Foundation
import Testing

/// The articles "What you can rely on" name tests; these see to it that the tests exist.
@Suite("What you can rely on")
struct PromiseTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let modules = ["SwiftyStoreKit", "PurchaseServer", "LocalAppStore", "LocalAppStoreServer"]

    /// A heading that begins with a number, and what stands below it.
    private struct Rule {
        var number: Int
        var evidence: [(file: String, test: String)]
    }

    private static func rules(of module: String) throws -> [Rule] {
        let file = root.appendingPathComponent("Sources/\(module)/\(module).docc/WhatYouCanRelyOn.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.components(separatedBy: "\n### ").dropFirst().compactMap { section in
            guard let number = section.prefixMatch(of: #/(\d+)\. /#).flatMap({ Int($0.1) }) else { return nil }
            let evidence = section.split(separator: "\n")
                .compactMap { $0.wholeMatch(of: /- `(Tests\/.+\.swift)`: "(.+)"/) }
            return Rule(number: number, evidence: evidence.map { (String($0.1), String($0.2)) })
        }
    }

    @Test("Rules are numbered, and each names tests that exist", arguments: modules)
    func existing(module: String) throws {
        let rules = try Self.rules(of: module)
        #expect(rules.map(\.number) == Array(1...rules.count))
        for rule in rules {
            #expect(!rule.evidence.isEmpty, "nothing shows rule \(rule.number)")
            for (file, test) in rule.evidence {
                let source = try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
                #expect(source.contains("\"\(test)\""), "rule \(rule.number): \(file) has no test \"\(test)\"")
            }
        }
    }
}
