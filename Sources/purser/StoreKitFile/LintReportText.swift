import AppStoreModels
import Foundation
import StoreConfiguration

/// The findings of one file, for a person, in the form of a compiler's messages, and for a program.
struct LintReportText {
    let file: String
    let outcome: Result<[LintFinding], InputError>

    var isUnreadable: Bool { (try? outcome.get()) == nil }

    func has(_ severity: LintSeverity) -> Bool { count(of: severity) > 0 }

    private var findings: [LintFinding] { (try? outcome.get()) ?? [] }
    private func count(of severity: LintSeverity) -> Int { findings.count { $0.severity == severity } }

    func print(on terminal: Terminal) {
        if case .failure(let error) = outcome {
            Terminal.complain("\(error)")
            return
        }
        for finding in findings { lines(of: finding, terminal).forEach(terminal.line) }
        terminal.line(summary(terminal))
    }

    private func lines(of finding: LintFinding, _ terminal: Terminal) -> [String] {
        let place = finding.location.map { ":\($0.line):\($0.column)" } ?? ""
        let severity = terminal.styled(finding.severity.rawValue, style(of: finding.severity))
        let path = finding.path.isEmpty ? "" : "\(finding.path): "
        return [
            "\(file)\(place): \(severity): \(path)\(finding.message) [\(finding.rule)]",
            terminal.styled("    \(finding.effect)", .quiet),
        ]
    }

    private func style(of severity: LintSeverity) -> Terminal.Style {
        switch severity {
        case .error: .bad
        case .warning: .name
        case .note: .quiet
        }
    }

    private func summary(_ terminal: Terminal) -> String {
        guard !findings.isEmpty else { return terminal.styled("\(file): nothing is wrong", .good) }
        let counts = LintSeverity.allCases.reversed().compactMap { severity -> String? in
            let count = count(of: severity)
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        return terminal.styled("\(file): \(counts.joined(separator: ", "))", .heading)
    }

    var json: JSONObject {
        var object: JSONObject = ["file": .string(file)]
        switch outcome {
        case .failure(let error): object[array: "failures"] = [.object(FailureReport.object(of: error))]
        case .success(let findings): object[array: "findings"] = findings.map { .object(Self.object(of: $0)) }
        }
        return object
    }

    private static func object(of finding: LintFinding) -> JSONObject {
        var object: JSONObject = [
            "rule": .string(finding.rule.name), "severity": .string(finding.severity.rawValue),
            "path": .string(finding.path), "message": .string(finding.message), "effect": .string(finding.effect),
        ]
        object[integer: "line"] = finding.location.map { Int64($0.line) }
        object[integer: "column"] = finding.location.map { Int64($0.column) }
        return object
    }
}
