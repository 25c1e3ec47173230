package import AppStoreTrust
import Foundation
import LocalAppStore

/// Plays stories.
package enum StoryPlayer {
    /// Plays a story and looks at the rules after each of its steps, until one does not hold.
    ///
    /// - Parameters:
    ///   - story: What happens.
    ///   - seams: Parts of the world that are worse than they should be.
    ///   - rules: The rules that are looked at.
    ///   - authority: Signs what the store issues; nil for the process's own.
    /// - Throws: ``SimulationError`` for a story that cannot be played; what the system says if there is no room for files.
    package static func play(
        _ story: SimulationStory,
        _ seams: SimulationSeams = SimulationSeams(),
        rules: [SimulationRule] = SimulationRule.all,
        authority: CertificateAuthority? = nil
    ) async throws -> SimulationOutcome {
        guard (1...SimulationStory.mostCustomers).contains(story.customers),
            story.steps.count <= SimulationStory.mostSteps
        else {
            throw SimulationError(
                .story,
                "a story has 1 to \(SimulationStory.mostCustomers) customers, not \(story.customers)"
            )
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "purser-simulation-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let authority = try authority ?? ProcessAuthority.shared.get()
        let world = try await SimulatedWorld(story, seams, folder: folder, authority: authority)
        var outcome = SimulationOutcome()
        for (index, step) in story.steps.enumerated() {
            outcome.steps = index + 1
            do {
                try await world.take(step)
                outcome.finding = try await world.finding(among: rules, after: index + 1)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                outcome.finding = SimulationFinding(rule: 0, step: index + 1, seen: "\(error)")
            }
            if outcome.finding != nil { break }
        }
        world.end()
        (outcome.digest, outcome.trace) = (world.digest, world.lines)
        outcome.days = world.now.timeIntervalSince(SimulatedWorld.start) / 86_400
        return outcome
    }
}

/// What came of a story.
package struct SimulationOutcome: Sendable, Hashable {
    /// How many steps were played.
    package internal(set) var steps = 0
    /// How many days went by.
    package internal(set) var days = 0.0
    /// The first rule that did not hold; nil if all did.
    package internal(set) var finding: SimulationFinding?
    /// The same for every run of the same story.
    package internal(set) var digest = ""
    /// What came of each step.
    package internal(set) var trace: [String] = []
}

extension SimulatedWorld {
    /// The first rule that does not hold now.
    fileprivate func finding(
        among rules: [SimulationRule],
        after step: Int
    ) async throws -> SimulationFinding? {
        for rule in rules where rule.moment == .always || isSettled {
            if let seen = try await rule.check(self).first {
                return SimulationFinding(rule: rule.number, step: step, seen: seen)
            }
        }
        return nil
    }

    /// Everybody goes home.
    fileprivate func end() {
        for app in apps { app.kill() }
    }
}
