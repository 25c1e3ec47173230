import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@Suite("Linting a configuration")
struct LintTests {
    /// A change to the file of ``SampleConfiguration``, which has no findings, and the one finding it makes.
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: LintRule
        let path: String
        /// The text at the place of the finding.
        let text: String
        let change: @Sendable (inout StoreConfiguration) -> Void

        init(
            _ rule: LintRule,
            _ path: String,
            _ text: String,
            _ change: @escaping @Sendable (inout StoreConfiguration) -> Void
        ) {
            (self.rule, self.path, self.text, self.change) = (rule, path, text, change)
        }

        var testDescription: String { "\(rule) at \(path)" }
    }

    @Test("Each rule finds what it is for, and nothing else is found", arguments: LintCases.all)
    func rule(_ example: Case) throws {
        var configuration = SampleConfiguration.everything()
        example.change(&configuration)
        let data = configuration.xcodeData
        let findings = StoreConfiguration.lint(data)
        #expect(findings.map(\.rule) == [example.rule], "\(findings.map(\.message))")
        let finding = try #require(findings.first)
        #expect(finding.path == example.path)
        #expect(!finding.message.isEmpty)
        let location = try #require(finding.location)
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines[location.line - 1].dropFirst(location.column - 1)
        #expect(rest.hasPrefix(example.text), "\(location) is at \(rest)")
        // Without a file the findings are the same, without places.
        #expect(configuration.lint().map(\.path) == [example.path])
        #expect(configuration.lint().allSatisfy { $0.location == nil })
    }

    @Test(
        "A text that is no configuration has one finding, where it ends to be one",
        arguments: [
            ("", LintRule.notJSON, 1, 1), ("<html>", .notJSON, 1, 1), ("[]", .notAConfiguration, 1, 1),
            ("{}", .notAConfiguration, 1, 1), ("{\"products\":[\n  {,}]}", .notJSON, 2, 4),
            ("{\"products\":[],\n\"é\":{\"a\":1,\"a\":2}}", .duplicateMember, 2, 12),
            ("{\"products\":[]", .notJSON, 1, 15), ("\u{FEFF}{\"products\":[]}", .notJSON, 1, 1),
        ]
    )
    func unreadable(_ text: String, _ rule: LintRule, _ line: Int, _ column: Int) {
        let findings = StoreConfiguration.lint(Data(text.utf8)).filter { $0.rule != .layout }
        #expect(findings.map(\.rule) == [rule])
        #expect(findings.first?.location == TextLocation(line: line, column: column))
        #expect(findings.first?.severity == .error)
    }

    @Test("Bytes that are not Xcode's are noted where they begin")
    func layout() throws {
        let text = String(decoding: SampleConfiguration.everything().xcodeData, as: UTF8.self)
        let changed = text.replacingOccurrences(of: "\"identifier\" : ", with: "\"identifier\": ")
        let finding = try #require(StoreConfiguration.lint(Data(changed.utf8)).first)
        #expect(finding.rule == .layout)
        let line = text.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains("\"identifier\"") }
        #expect(finding.location == TextLocation(line: (line ?? -1) + 1, column: 15))
        // Xcode itself has left out the line feed at the end.
        #expect(StoreConfiguration.lint(Data(text.dropLast().utf8)) == [])
    }

    @Test("Every rule has an example here, a name of its own and a consequence")
    func completeness() {
        let elsewhere: Set<LintRule> = [.notJSON, .duplicateMember, .notAConfiguration, .layout]
        #expect(Set(LintRule.all) == elsewhere.union(LintCases.all.map(\.rule)))
        #expect(Set(LintRule.all).count == LintRule.all.count)
        #expect(LintRule.all.allSatisfy { $0.effect.hasSuffix(".") || $0.effect.hasSuffix("}.") })
    }

    @Test("Findings come in the order of the file")
    func order() throws {
        var configuration = SampleConfiguration.everything()
        configuration.settings.storefront = "Moon"
        configuration.products[0].displayPrice = "free"
        configuration.nonRenewingSubscriptions[0].referenceName = nil
        let findings = StoreConfiguration.lint(configuration.xcodeData)
        #expect(findings.map(\.rule) == [.referenceName, .invalidPrice, .storefrontName])
        #expect(findings.map(\.severity) == [.warning, .error, .warning])
    }

    @Test("A file of rubbish has a bounded number of findings")
    func bound() {
        let products = [JSONValue](repeating: .object(["a": 1]), count: 5000)
        let findings = StoreConfiguration.lint(StoreConfiguration(json: ["products": .array(products)]).xcodeData)
        #expect(findings.count == StoreConfiguration.maximumFindings)
    }
}
