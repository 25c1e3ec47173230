import AppReceipt
import AppStoreModels
import ArgumentParser

/// `purser receipt show`: everything a receipt says, verified or not.
struct ReceiptShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything a receipt says and its subscriptions over time, without verifying it."
    )

    @Argument(help: InputSource.receiptHelp)
    var file = InputSource.standardInput

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Show attributes of unknown meaning, empty ones, and every row of long timelines too.")
    var all = false

    func run() throws {
        let terminal = Terminal.standardOutput()
        let report = FailureReport(terminal: terminal, isJSON: json)
        let receipt: AppReceipt
        do {
            receipt = try AppReceipt(wireForm: try file.read(limit: AppReceipt.maximumLength))
        } catch {
            report.unusable(error)
            throw ExitStatus.unusable
        }
        if json {
            terminal.json(.object(ReceiptJSON.object(of: receipt)))
        } else {
            ReceiptText(terminal: terminal, showsAll: all).lines(of: receipt).forEach(terminal.line)
        }
    }
}
