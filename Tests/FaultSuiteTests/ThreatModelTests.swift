import FaultSuite
import Foundation
import Testing

@Suite("The threat model")
struct ThreatModelTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The cells of the table of a section, row by row, without its head.
    private static func table(_ title: String) throws -> [[String]] {
        let file = root.appendingPathComponent("docs/THREAT-MODEL.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(title)\n") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
        return rows.map { row in
            row.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// What stands between backquotes in a cell.
    private static func names(in cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    }

    /// What the table of what shows it names.
    private static func evidence() throws -> [String] {
        try table("What shows it").flatMap { names(in: $0.last ?? "") }
    }

    @Test("has something that shows it for each of those that are not trusted, and for nobody else")
    func matching() throws {
        let threats = try Self.table("What we do not trust")
        let shown = try Self.table("What shows it")
        #expect(threats.count > 20)
        #expect(threats.allSatisfy { $0.count == 3 && $0.allSatisfy { !$0.isEmpty } })
        #expect(shown.allSatisfy { $0.count == 2 })
        #expect(threats.map(\.[0]) == shown.map(\.[0]))
        #expect(Set(threats.map(\.[0])).count == threats.count)
        for row in shown { #expect(!Self.names(in: row[1]).isEmpty, "nothing shows \(row[0])") }
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
