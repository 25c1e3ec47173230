import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser store settings`: shows and changes how a store behaves.
struct StoreSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show how a store behaves, or change it.",
        discussion: """
            Changes are written NAME=VALUE, for example askToBuyEnabled=true, billingRetryOnRenewalEnabled=true, \
            billingGracePeriodEnabled=true, purchaseFailure=cancelled, timeRate=monthly-5m, storefront=DEU, \
            renewalLimit=12. null takes a failure or a limit away, and so does 0 a limit; a timeRate without a \
            renewalLimit sets the usual one, as `purser store serve` does. Lists and tables are JSON, for example \
            'withdrawnProductIds=["shop.posy"]' or 'winBackRules={"return":{"minimumPaidMonths":3}}'.
            """
    )

    @Argument(help: ArgumentHelp("What to change.", valueName: "name=value"))
    var changes: [String] = []

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws { _ = try body }

    func run() async throws {
        let body = try body
        try await connection.perform(
            body.isEmpty ? .settings : .changeSettings(SettingsRecord(json: body)),
            text: StoreText.settings
        )
    }

    private var body: JSONObject {
        get throws {
            var body: JSONObject = [:]
            for change in changes {
                guard let equals = change.firstIndex(of: "="), equals != change.startIndex else {
                    throw ValidationError("\(change) is not of the form NAME=VALUE")
                }
                guard let value = Self.value(String(change[change.index(after: equals)...])) else {
                    throw ValidationError("\(change): the list or table is no JSON")
                }
                body[String(change[..<equals])] = value
            }
            return body
        }
    }

    /// Nil for what begins like JSON and is none.
    private static func value(_ text: String) -> JSONValue? {
        if text.hasPrefix("[") || text.hasPrefix("{") { return try? JSONValue(parsing: Data(text.utf8)) }
        return switch text {
        case "true": true
        case "false": false
        case "null": .null
        default: Int64(text).map { .number(JSONNumber($0)) } ?? .string(text)
        }
    }
}

/// `purser store reset`: begins again.
struct StoreResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Delete all transactions and put the settings back to the catalogue's.",
        discussion: """
            Customers stay, and so does the rate at which subscriptions renew. With --all everything goes that has happened \
            in the store: customers, purchases, faults, the time, and what is known of notifications; the next purchases \
            have the identifiers that the first ones had. Keys, the rate and the notifications' address stay.
            """
    )

    @Flag(help: "Begin as if the store were new.")
    var all = false

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        guard all else { return try await connection.perform(.reset, text: StoreText.settings) }
        try await connection.perform(.beginAnew) { answer, terminal in
            StoreText.state(answer, "begun anew", on: terminal)
        }
    }
}
