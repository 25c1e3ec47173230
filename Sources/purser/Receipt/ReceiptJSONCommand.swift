import AppReceipt
import AppStoreModels
import ArgumentParser
import Foundation

/// `purser receipt json`: a receipt as Apple's server would write it.
struct ReceiptJSONCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "json",
        abstract: "Print a receipt as the member \"receipt\" of Apple's verifyReceipt answers.",
        discussion: """
            The fields, their names, types and formats are those of verifyReceipt. Nothing is verified, and what only \
            Apple's server knows is missing: renewals after the receipt was made, and pending_renewal_info.
            """
    )

    @Argument(help: InputSource.receiptHelp)
    var file = InputSource.standardInput

    @Option(help: ArgumentHelp("The date to write as request_date; now if not given.", valueName: "date"))
    var at: DateArgument?

    func run() throws {
        let terminal = Terminal.standardOutput()
        let receipt: AppReceipt
        do {
            receipt = try AppReceipt(wireForm: try file.read(limit: AppReceipt.maximumLength))
        } catch {
            FailureReport(terminal: terminal, isJSON: false).unusable(error)
            throw ExitStatus.unusable
        }
        let answer = receipt.verifyReceiptJSON(requestDate: at?.date ?? Date())
        terminal.json(.object(answer.json))
    }
}
