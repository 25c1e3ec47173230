import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server keys statements`: the keys by which apps believe what the server says.
struct StatementKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statements",
        abstract: "List the keys that sign what the server says to apps, by the fingerprints that apps pin."
    )

    @OptionGroup var place: KeyBookOptions

    func run() async throws {
        try await place.perform(.looking) { book, terminal in
            let keys = try await book.statementKeys()
            guard !place.json else { return terminal.json(["keys": .array(keys.map { .object($0.json) })]) }
            var table = TextTable(head: ["FINGERPRINT", "MADE", "SIGNS"])
            for key in keys {
                table.add(
                    key.id,
                    RFC3339.string(from: key.createdDate),
                    key.retirementDate.map { "until \(RFC3339.string(from: $0))" } ?? "from now on"
                )
            }
            for line in table.lines(on: terminal) { terminal.line(line) }
        }
    }
}

/// `purser server keys rotate-statements`.
struct StatementKeyRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-statements",
        abstract: "Make a key that signs for all apps that believe it; the older ones go on for the others."
    )

    @Option(help: ArgumentHelp("For how many days older keys go on; 0 after one was stolen.", valueName: "days"))
    var grace = KeyBook.usualStatementGrace / 86_400

    @OptionGroup var place: KeyBookOptions

    func run() async throws {
        try await place.perform(.changing) { book, terminal in
            let key = try await book.rotateStatementKey(grace: grace * 86_400)
            guard !place.json else { return terminal.json(.object(key.json)) }
            terminal.line(key.id)
        }
    }
}
