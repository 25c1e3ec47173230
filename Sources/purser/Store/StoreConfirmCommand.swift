import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser store confirm`: plays the customer of an app that sells by Advanced Commerce.
struct StoreConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm, as a customer, what an app asks of Advanced Commerce.",
        discussion: """
            A product of the catalogue stands for the generic product of App Store Connect. The request is a compact JWS, \
            signed with the key of `purser store key`, or the JSON object itself, which nobody signed. Example:

              purser store confirm com.example.club request.json --account flora --data shop
            """
    )

    /// The longest request that is read, in bytes; the store takes bodies of 64 KiB.
    private static let limit = 64 * 1024

    @Argument(help: "The generic product, of the catalogue.")
    var product: String

    @Argument(help: "A file with the request, or - for standard input.")
    var file = InputSource.standardInput

    @Option(help: "Who confirms it.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let request: AdvancedCommerceOrder.Request
        do {
            request = try Self.request(in: file)
        } catch {
            Terminal.standardOutput().complain("file-unusable", "\(error)", json: connection.json)
            throw ExitStatus.unusable
        }
        let order = AdvancedCommerceOrder(request, productID: product, account: account)
        try await connection.perform(.confirm(order)) { answer, terminal in
            StoreText.transactions([answer], on: terminal)
        }
    }

    private static func request(in file: InputSource) throws(InputError) -> AdvancedCommerceOrder.Request {
        let data = try file.readFile(limit: limit)
        if let object = try? JSONValue(parsing: data).object { return .unsigned(AdvancedCommerceRequest(json: object)) }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.split(separator: ".", omittingEmptySubsequences: false).count == 3 else {
            throw InputError(reason: "\(file) is neither a JSON object nor a compact JWS")
        }
        return .signed(text)
    }
}
