import AppReceipt
import AppStoreModels
import ArgumentParser
import Foundation

/// `purser receipt verify`: is a receipt genuine, and for this app and device.
struct ReceiptVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a receipt: signature and chain, app, and what else is asked for."
    )

    @Argument(help: InputSource.receiptHelp)
    var file = InputSource.standardInput

    @OptionGroup var rules: ReceiptRuleOptions

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        _ = try rules.validator(now: Date())
    }

    func run() throws {
        let terminal = Terminal.standardOutput()
        let validator = try rules.validator(now: Date())
        let data: Data
        do {
            data = try file.read(limit: AppReceipt.maximumLength)
        } catch {
            FailureReport(terminal: terminal, isJSON: json).unusable(error)
            throw ExitStatus.unusable
        }
        let verdict = ReceiptVerdict(validation: validator.validate(data))
        if json {
            terminal.json(.object(verdict.json))
        } else {
            verdict.lines(on: terminal).forEach(terminal.line)
        }
        if let status = verdict.exitStatus { throw status }
    }
}
