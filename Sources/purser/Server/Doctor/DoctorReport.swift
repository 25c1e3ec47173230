import AppStoreModels

/// All findings of `purser server doctor`, for people and for programs.
struct DoctorReport: Sendable {
    let findings: [DoctorFinding]

    /// Whether a server can do its work; warnings do not count.
    var isHealthy: Bool { !findings.contains { $0.outcome == .bad } }

    var json: JSONObject {
        ["isHealthy": .bool(isHealthy), "checks": .array(findings.map { .object($0.json) })]
    }

    /// One line for each check, and below it what to do.
    func lines(on terminal: Terminal) -> [String] {
        let width = findings.map(\.check.count).max() ?? 0
        var lines: [String] = []
        for finding in findings {
            let name = finding.check + String(repeating: " ", count: width - finding.check.count)
            lines.append("\(mark(finding.outcome, terminal))  \(name)  \(finding.seen)")
            if let advice = finding.advice { lines.append("         \(advice)") }
        }
        let bad = findings.count { $0.outcome == .bad }
        let warnings = findings.count { $0.outcome == .warning }
        lines.append("\(findings.count) checks, \(bad) bad, \(warnings) to look at")
        return lines
    }

    private func mark(_ outcome: DoctorFinding.Outcome, _ terminal: Terminal) -> String {
        switch outcome {
        case .good: terminal.styled("good   ", .good)
        case .warning: terminal.styled("look at", .heading)
        case .bad: terminal.styled("bad    ", .bad)
        case .skipped: terminal.styled("skipped", .quiet)
        }
    }
}
