import Foundation
import Testing

@testable import Simulation

@Suite("The rules of the simulator")
struct SimulationRuleTests {
    @Test("They are numbered from 1, and have names and statements of their own")
    func numbers() {
        let rules = SimulationRule.all
        #expect(rules.map(\.number) == Array(1...rules.count))
        #expect(Set(rules.map(\.name)).count == rules.count)
        #expect(rules.allSatisfy { $0.statement.hasSuffix(".") && $0.statement.count > 40 })
        #expect(Set(rules.map(\.moment)) == [.always, .settled])
    }

    @Test("The article says each as it is", arguments: SimulationRule.all.indices)
    func article(index: Int) throws {
        let rule = SimulationRule.all[index]
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/HOW-IT-IS-TESTED.md")
        let words = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        #expect(text.contains("\(rule.number). **\(rule.name).** \(rule.statement)"))
    }
}
