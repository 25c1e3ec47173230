import Foundation
import TestSupport
import Testing

@testable import FaultSuite

@Suite("A run of the fault suite")
struct RunnerTests {
    private func finding(
        _ deadline: Duration = .seconds(600),
        _ play: @escaping @Sendable (Stage) async throws -> String
    ) async throws -> Finding {
        try await withTemporaryFolder { folder in
            let scenario = Scenario("test.one", "a test", .kill, deadline: deadline, play: play)
            let template = Template(store: folder, receipt: "", verification: [])
            return await Runner(purser: folder, seed: 1, isShort: true)
                .play(scenario, template: template, below: folder, until: .now + .seconds(600))
        }
    }

    @Test("tells what held, what fell and what could not be tried, and counts what was tried")
    func verdicts() async throws {
        let held = try await finding { stage in
            stage.tried("kills", 2)
            stage.tried("kills")
            return "all\nwell"
        }
        #expect(held.verdict == .held)
        #expect(held.evidence == "all ⏎ well")
        #expect(held.tried == "3 kills")
        let fell = try await finding { _ in throw Fall("a purchase is gone") }
        #expect(fell.verdict == .fell)
        #expect(fell.evidence == "a purchase is gone")
        let other = try await finding { _ in throw CocoaError(.fileNoSuchFile) }
        #expect(other.verdict == .fell)
        let missing = try await finding { _ in throw NotTried("no rights") }
        #expect(missing.verdict == .notTried)
        #expect(missing.evidence == "no rights")
        let report = Report([held, fell, missing], seed: 7, duration: .milliseconds(12_340))
        #expect(!report.holds)
        #expect(report.summary == "1 held, 1 fell, 1 not tried in 12.3 s; seed 7")
        #expect(Report([held, missing], seed: 7, duration: .zero).holds)
    }

    @Test("ends a scenario that does not end, and finds that it fell")
    func deadline() async throws {
        let (never, continuation) = AsyncStream<Void>.makeStream()
        defer { continuation.finish() }
        let found = try await finding(.milliseconds(50)) { _ in
            for await _ in never {}
            try Task.checkCancellation()
            return "ended"
        }
        #expect(found.verdict == .fell)
        #expect(found.evidence == "the scenario took longer than 0.1 s")
    }

    @Test("does not hold where the time was over before a scenario began")
    func noTime() async throws {
        try await withTemporaryFolder { folder in
            let scenario = Scenario("test.one", "a test", .kill) { _ in "played" }
            let template = Template(store: folder, receipt: "", verification: [])
            let found = await Runner(purser: folder, seed: 1, isShort: true)
                .play(scenario, template: template, below: folder, until: .now)
            #expect(found.verdict == .fell)
            #expect(found.evidence == "the time of the suite was over before it began")
            #expect(!Report([found], seed: 1, duration: .zero).holds)
        }
    }

    @Test("finds that a program fell which ends, or says nothing that a server says", arguments: ["false", "true"])
    func program(name: String) async throws {
        let found = try await finding { stage in
            let launch = Launch(arguments: [])
            let broken = Stage(
                purser: URL(fileURLWithPath: "/bin/\(name)"),
                folder: stage.folder,
                template: stage.template,
                seed: 1,
                isShort: true
            )
            return try await Server.run(launch, on: broken) { _ in "it runs" }
        }
        #expect(found.verdict == .fell)
        #expect(found.evidence.hasPrefix("the server ended (exited(\(name == "true" ? 0 : 1)))"))
    }
}
