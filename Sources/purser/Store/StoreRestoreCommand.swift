import ArgumentParser
import LocalAppStoreServer

/// `purser store restore`: restores what a customer bought.
struct StoreRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore what a customer bought, as new transactions.",
        discussion: "The state of a whole store is loaded with `purser store snapshot load`."
    )

    @Option(help: "Who restores.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.restore(account: account)) { answer, terminal in
            StoreText.transactions(answer.records, on: terminal)
        }
    }
}
