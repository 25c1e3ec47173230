import AppReceipt
import AppStoreModels
import ArgumentParser

/// `purser receipt show`: everything a receipt says, verified or not.
struct ReceiptShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything a receipt says, without verifying it."
    )

    @Argument(help: "A path, - for standard input, or the receipt itself in base64.")
    var file: InputSource

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Show attributes of unknown meaning and empty ones too.")
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
            terminal.line(JSONValue.object(ReceiptJSON.object(of: receipt)).serialized(.indented))
        } else {
            ReceiptText(terminal: terminal, showsAll: all).lines(of: receipt).forEach(terminal.line)
        }
    }
}
