import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// `purser store receipt`: the receipt of a customer.
struct StoreReceiptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt",
        abstract: "Print the receipt of a customer in Base64.",
        discussion: "With --json also what it says."
    )

    @Option(help: "Whose receipt.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.receipt(account: account)) { answer, terminal in
            terminal.line(answer.receipt ?? "")
        }
    }
}

/// `purser store signed`: a transaction as it is signed.
struct StoreSignedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signed",
        abstract: "Print a transaction as the store signs it (JWS).",
        discussion: "With --json also what it says."
    )

    @Argument(help: "The transaction.")
    var transaction: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.signedTransaction(transaction)) { answer, terminal in
            terminal.line(answer.jws ?? "")
        }
    }
}

/// `purser store key`: the key of the App Store Server API.
struct StoreKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Issue the key with which a server calls this store's App Store Server API.",
        discussion: "The key is made once and kept in the store's folder. Keep it secret: it is printed nowhere."
    )

    @Option(help: ArgumentHelp("The folder of the store.", valueName: "dir"))
    var data: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let folder = URL(fileURLWithPath: data, isDirectory: true)
        let terminal = Terminal.standardOutput()
        do {
            // A folder without a store gets no key: its name is probably misspelt.
            _ = try LocalAppStore.authority(inFolder: folder)
            let key = try ServerAPIKey.inFolder(folder)
            let facts: JSONObject = [
                "keyId": .string(key.keyID), "issuerId": .string(key.issuerID),
                "file": .string(ServerAPIKey.fileURL(inFolder: folder).path),
            ]
            if json {
                terminal.json(.object(facts))
            } else {
                StoreText.members(facts, on: terminal)
            }
        } catch let error as StoreError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        } catch let error as StoreServerError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        }
    }
}
