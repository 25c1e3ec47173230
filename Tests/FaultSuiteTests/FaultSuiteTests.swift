import FaultSuite
import Foundation
import TestSupport
import Testing

@Suite("The fault suite, in small", .tags(.slow), .serialized, .timeLimit(.minutes(15)))
struct FaultSuiteTests {
    @Test("names every scenario once, for a threat, with letters that a command line takes")
    func names() {
        let ids = Scenario.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-.".contains($0) } })
        #expect(Set(Scenario.all.map(\.threat)) == Set(Threat.allCases))
    }

    @Test("finds that the built servers hold", arguments: Scenario.short.map(\.id))
    func holds(id: String) async throws {
        let scenarios = Scenario.short.filter { $0.id == id }
        let seed = UInt64.random(in: 0...999_999)
        let findings = try await Runner(purser: BuiltProgram.url("purser"), seed: seed, isShort: true, patience: 10)
            .play(scenarios, atOnce: 1, limit: .seconds(800)) { _ in }
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        // What cannot be tried here for want of a right or a tool says so; want of time is a fall.
        #expect(Report(findings, seed: seed, duration: .zero).holds, "seed \(seed): \(finding.evidence)")
        #expect(!finding.evidence.isEmpty)
    }
}
