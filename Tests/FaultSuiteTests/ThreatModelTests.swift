import FaultSuite
import Foundation
import Testing

@Suite("The threat model")
struct ThreatModelTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What stands between backquotes in the table of what shows it.
    private static func evidence() throws -> [String] {
        let file = root.appendingPathComponent("docs/THREAT-MODEL.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("What shows it\n") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }
        return rows.flatMap { row in
            row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
        }
    }

    @Test("names only tests and scenarios that exist")
    func existing() throws {
        let ids = Set(Scenario.all.map(\.id))
        let evidence = try Self.evidence()
        #expect(evidence.count > 20)
        for name in evidence where !ids.contains(name) {
            let file = Self.root.appendingPathComponent(name).path
            #expect(name.hasPrefix("Tests/") && FileManager.default.fileExists(atPath: file), "there is no \(name)")
        }
    }

    @Test("names every scenario")
    func complete() throws {
        let evidence = Set(try Self.evidence())
        for scenario in Scenario.all { #expect(evidence.contains(scenario.id), "\(scenario.id) is not in the table") }
    }
}
