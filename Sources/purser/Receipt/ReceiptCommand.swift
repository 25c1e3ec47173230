import ArgumentParser

/// `purser receipt`: what is in a receipt, and is it genuine.
struct ReceiptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt",
        abstract: "Read and verify App Store receipts.",
        discussion: """
            FILE is a path, the receipt itself in base64, or - for standard input, which is also read if nothing is \
            given. Receipts may be raw (DER or BER), base64 or PEM. Exit codes: 0 valid, 1 invalid, 2 the input is no receipt that can be read. Only lookup asks anybody.
            """,
        subcommands: [
            ReceiptShowCommand.self, ReceiptVerifyCommand.self, ReceiptJSONCommand.self, ReceiptLookUpCommand.self,
        ]
    )
}
