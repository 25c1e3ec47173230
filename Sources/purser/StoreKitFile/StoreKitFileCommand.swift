import ArgumentParser

/// `purser storekit`: Xcode's `.storekit` files without Xcode.
struct StoreKitFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storekit",
        abstract: "Check, show, format and make StoreKit configuration files (.storekit).",
        discussion: """
            A file may also be - for standard input. Exit codes: 0 nothing is wrong, 1 a file has errors or is to be formatted, 2 a file \
            cannot be used.
            """,
        subcommands: [
            StoreKitLintCommand.self, StoreKitShowCommand.self, StoreKitFormatCommand.self, StoreKitNewCommand.self,
        ]
    )
}
