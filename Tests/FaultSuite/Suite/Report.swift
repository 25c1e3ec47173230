public import AppStoreModels

/// The findings, as a table for a person and as JSON for a program.
public struct Report: Sendable {
    private let findings: [Finding]
    private let seed: UInt64
    private let duration: Duration

    /// - Parameters:
    ///   - findings: What came of the scenarios.
    ///   - seed: What decided the random numbers; with it the same is played again.
    ///   - duration: How long all of it took.
    public init(_ findings: [Finding], seed: UInt64, duration: Duration) {
        self.findings = findings
        self.seed = seed
        self.duration = duration
    }

    /// Whether nothing fell.
    public var holds: Bool { !findings.contains { $0.verdict == .fell } }

    /// The table and a line that sums it up.
    public var text: String {
        let rows = findings.map { [$0.id, $0.verdict.rawValue, Self.seconds($0.seconds), $0.tried, $0.evidence] }
        let all = [["scenario", "verdict", "seconds", "tried", "evidence"]] + rows
        let widths = (0..<4).map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            zip(row, widths).map { $0.padding(to: $1) }.joined(separator: "  ") + "  " + row[4]
        }
        return (lines + [summary]).joined(separator: "\n")
    }

    /// How much held, and how long that took.
    public var summary: String {
        let count = { (verdict: Finding.Verdict) in findings.count { $0.verdict == verdict } }
        let counts = "\(count(.held)) held, \(count(.fell)) fell, \(count(.notTried)) not tried"
        return "\(counts) in \(duration.text); seed \(seed)"
    }

    /// Everything, for a program.
    public var json: JSONValue {
        [
            "seed": .string(String(seed)),
            "seconds": .string(String(duration.inSeconds)),
            "findings": .array(findings.map(\.json)),
        ]
    }

    private static func seconds(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
}

extension Finding {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "threat": .string(threat.rawValue), "verdict": .string(verdict.rawValue),
            "tried": .string(tried), "evidence": .string(evidence), "seconds": .string(String(seconds)),
        ]
    }

    /// The finding in one line, as it comes.
    public var line: String { "\(verdict.rawValue.padding(to: 9))  \(id.padding(to: 32))  \(evidence)" }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
