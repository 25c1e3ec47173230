import AppReceipt
import AppStoreModels
import AppStoreServerClient
import ArgumentParser
import Foundation

/// `purser receipt lookup`: a receipt answered as `verifyReceipt` did, without it.
struct ReceiptLookUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Answer a receipt as Apple's verifyReceipt did, from the App Store Server API.",
        discussion: """
            The receipt is verified offline; the customer's transactions and renewals are asked for in the environment of \
            the receipt, or with --production or --sandbox as that server was. The key is given as to `purser api`. Exit \
            codes: 0 status 0, 1 the receipt is refused, 2 the App Store could not be asked.
            """
    )

    @Argument(help: InputSource.receiptHelp)
    var file = InputSource.standardInput

    @Flag(help: "Of each subscription list the newest transaction only.")
    var excludeOldTransactions = false

    @OptionGroup var access: APIAccessOptions

    func run() async throws {
        let terminal = Terminal.standardOutput()
        let receipt: AppReceipt
        do {
            receipt = try AppReceipt(wireForm: try file.read(limit: AppReceipt.maximumLength))
        } catch {
            FailureReport(terminal: terminal, isJSON: false).unusable(error)
            throw ExitStatus.unusable
        }
        let replacement: VerifyReceiptReplacement
        do {
            replacement = try await access.verifyReceiptReplacement()
        } catch let error as APIAccessError {
            terminal.complain(error.code, error.message, json: false)
            throw ExitStatus.unusable
        }
        var request = VerifyReceiptRequest()
        request.receiptData = receipt.derEncoded.base64EncodedString()
        request.excludeOldTransactions = excludeOldTransactions
        let answer = try await replacement.answer(request, as: environment(of: receipt))
        terminal.json(.object(answer.json))
        guard let status = answer.status, status != .valid else { return }
        let isRefused: [ReceiptStatusCode] = [
            .malformedOrMissingData, .notAuthenticated, .sandboxReceipt, .productionReceipt, .accountNotFound,
        ]
        throw isRefused.contains(status) ? ExitStatus.invalid : ExitStatus.unusable
    }

    private func environment(of receipt: AppReceipt) -> AppStoreEnvironment {
        if access.production { return .production }
        if access.sandbox { return .sandbox }
        return receipt.environment?.appStoreEnvironment == .production ? .production : .sandbox
    }
}
