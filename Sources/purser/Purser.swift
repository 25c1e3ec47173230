import ArgumentParser

/// The command-line tool. Every command calls one library function and prints what comes back.
@main
struct Purser: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purser",
        abstract: "In-app purchases, from the buy button to the server.",
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, ServeCommand.self, StoreCommand.self, ReceiptCommand.self, JWSCommand.self,
            StoreKitFileCommand.self,
        ]
    )
}
