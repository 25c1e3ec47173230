public import Foundation
import TestSupport

/// Plays scenarios, a few at a time, each with its deadline and all together with one.
public struct Runner: Sendable {
    /// The executable that is attacked.
    let purser: URL
    /// Decides all random numbers.
    let seed: UInt64
    /// Whether scenarios are played in small, as `make test` does.
    let isShort: Bool
    /// How many times longer everything may take: beside other tests a scenario waits for the machine.
    let patience: Int

    /// - Parameters:
    ///   - purser: The executable that is attacked.
    ///   - seed: Decides all random numbers.
    ///   - isShort: Whether scenarios are played in small.
    ///   - patience: How many times longer a scenario, and each wait in it, may take.
    public init(purser: URL, seed: UInt64, isShort: Bool, patience: Int = 1) {
        self.purser = purser
        self.seed = seed
        self.isShort = isShort
        self.patience = patience
    }

    /// Plays scenarios.
    ///
    /// - Parameters:
    ///   - scenarios: What to play.
    ///   - width: How many at a time.
    ///   - limit: After this time what still runs is ended, and has fallen; so has what has not begun, because nobody
    ///     knows whether it holds.
    ///   - report: Is told of each finding as it comes.
    /// - Returns: The findings in the order of the scenarios.
    public func play(
        _ scenarios: [Scenario],
        atOnce width: Int,
        limit: Duration,
        report: @escaping @Sendable (Finding) async -> Void
    ) async throws -> [Finding] {
        let end = ContinuousClock.now + limit
        return try await withTemporaryFolder { folder in
            let template = try await Template.make(in: folder.appendingPathComponent("template"), purser: purser)
            var waiting = scenarios[...]
            var findings: [String: Finding] = [:]
            await withTaskGroup(of: Finding.self) { tasks in
                let startNext = { (tasks: inout TaskGroup<Finding>) in
                    guard let scenario = waiting.popFirst() else { return }
                    tasks.addTask { await play(scenario, template: template, below: folder, until: end) }
                }
                for _ in 0..<max(1, width) { startNext(&tasks) }
                while let finding = await tasks.next() {
                    findings[finding.id] = finding
                    await report(finding)
                    startNext(&tasks)
                }
            }
            return scenarios.compactMap { findings[$0.id] }
        }
    }

    /// Plays one scenario on a template that is there already.
    func play(
        _ scenario: Scenario,
        template: Template,
        below folder: URL,
        until end: ContinuousClock.Instant
    ) async -> Finding {
        let began = ContinuousClock.now
        let scene = folder.appendingPathComponent(scenario.id)
        let seed = scenario.id.utf8.reduce(seed) { ($0 &* 31) &+ UInt64($1) }
        let stage = Stage(purser: purser, folder: scene, template: template, seed: seed, isShort: isShort)
        let limit = min(scenario.deadline * patience, end - began)
        let (verdict, evidence) = await outcome(of: scenario, on: stage, within: limit)
        try? FileManager.default.removeItem(at: scene)
        return Finding(
            id: scenario.id,
            threat: scenario.threat,
            verdict: verdict,
            tried: stage.summary,
            evidence: evidence.replacingOccurrences(of: "\n", with: " ⏎ "),
            seconds: (ContinuousClock.now - began).inSeconds
        )
    }

    private func outcome(
        of scenario: Scenario,
        on stage: Stage,
        within limit: Duration
    ) async -> (Finding.Verdict, String) {
        guard limit > .zero else { return (.fell, "the time of the suite was over before it began") }
        do {
            try FileManager.default.createDirectory(at: stage.folder, withIntermediateDirectories: true)
            return (
                .held,
                try await within(limit, "the scenario") { [patience] in
                    try await Patience.$factor.withValue(patience) { try await scenario.play(stage) }
                }
            )
        } catch let missing as NotTried {
            return (.notTried, missing.reason)
        } catch {
            return (.fell, "\(error)")
        }
    }
}
