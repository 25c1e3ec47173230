public import Foundation

/// What became of each behaviour on one implementation.
public struct ConformanceReport: Sendable, Codable {
    /// What became of one behaviour.
    public enum Outcome: Sendable, Hashable, Codable {
        /// It holds.
        case passed
        /// It does not hold; what was seen.
        case failed(seen: String)
        /// Nobody could look: what is missing.
        case skipped(missing: Set<Capability>)
    }

    /// One behaviour and its outcome.
    public struct Entry: Sendable, Codable {
        /// The behaviour.
        public let behaviour: Behaviour
        /// What became of it.
        public let outcome: Outcome
    }

    /// The version of the suite.
    public let suiteVersion: String
    /// The implementation.
    public let implementation: String
    /// All behaviours, in the suite's order.
    public let entries: [Entry]

    /// The outcome of a behaviour; nil if it was not asked for.
    public func outcome(of id: String) -> Outcome? { entries.first { $0.behaviour.id == id }?.outcome }

    /// The behaviours that do not hold.
    public var failures: [Entry] {
        entries.filter { if case .failed = $0.outcome { true } else { false } }
    }

    /// The behaviours that nobody could look at.
    public var skipped: [Entry] {
        entries.filter { if case .skipped = $0.outcome { true } else { false } }
    }

    /// Whether every `must` holds or could not be looked at.
    public var isConformant: Bool { !failures.contains { $0.behaviour.level == .must } }

    /// The report for people, one line a behaviour.
    public var text: String {
        let lines = entries.map { entry in
            switch entry.outcome {
            case .passed: "passed   \(entry.behaviour.id)"
            case .failed(let seen): "FAILED   \(entry.behaviour.id) (\(entry.behaviour.level.rawValue)): \(seen)"
            case .skipped(let missing):
                "skipped  \(entry.behaviour.id): needs \(missing.sorted().map(\.rawValue).joined(separator: ", "))"
            }
        }
        let passed = entries.count - failures.count - skipped.count
        let summary = "\(passed) passed, \(failures.count) failed, \(skipped.count) skipped"
        return (["\(implementation), suite \(suiteVersion): \(summary)"] + lines).joined(separator: "\n")
    }

    /// The report for programs.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }
}
