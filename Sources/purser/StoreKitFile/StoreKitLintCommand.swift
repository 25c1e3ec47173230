import AppStoreModels
import ArgumentParser
import Foundation
import StoreConfiguration

/// `purser storekit lint`: what is wrong or doubtful in a configuration, with line and column.
struct StoreKitLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Say what is wrong or doubtful, where, and what Xcode or the App Store would make of it."
    )

    @Argument(help: "The files; - for standard input.")
    var files: [InputSource] = [.standardInput]

    @Flag(help: "Warnings count as errors: exit code 1.")
    var strict = false

    @Flag(help: "Leave the notes out.")
    var quiet = false

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "List the rules instead of checking files.")
    var rules = false

    /// A longer file is refused, in bytes: the limit of the JSON reader.
    static let maximumLength = JSONLimits().maximumLength

    func run() throws {
        let terminal = Terminal.standardOutput()
        guard !rules else { return LintRuleList(terminal: terminal, isJSON: json).printRules() }
        let reports = files.map { check($0) }
        if json {
            terminal.json(.array(reports.map { .object($0.json) }))
        } else {
            reports.forEach { $0.print(on: terminal) }
        }
        if reports.contains(where: \.isUnreadable) { throw ExitStatus.unusable }
        if reports.contains(where: { $0.has(.error) || strict && $0.has(.warning) }) { throw ExitStatus.invalid }
    }

    private func check(_ file: InputSource) -> LintReportText {
        do {
            let data = try file.readFile(limit: Self.maximumLength)
            let findings = StoreConfiguration.lint(data).filter { !quiet || $0.severity > .note }
            return LintReportText(file: file.description, outcome: .success(findings))
        } catch {
            return LintReportText(file: file.description, outcome: .failure(error))
        }
    }
}
