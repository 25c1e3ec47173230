import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// `purser store account`: creates a customer, or changes one.
struct StoreAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Create a customer, or change what one may do.",
        discussion: "A customer who is not there yet is created first."
    )

    @Argument(help: "The customer's name.")
    var id: String

    @Option(help: ArgumentHelp("Where the customer buys, ISO 3166-1 alpha-3, for example DEU.", valueName: "code"))
    var storefront: String?

    @Option(help: "Whether the customer may buy at all.")
    var canMakePayments: Bool?

    @Option(help: "Whether a parent must approve each purchase.")
    var requiresApproval: Bool?

    @Option(help: "Whether renewals cannot be charged, as with an expired card.")
    var billingProblem: Bool?

    @Option(help: "Whether a guardian consents to the child's use of the app; false takes it back: RESCIND_CONSENT.")
    var consent: Bool?

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        if id.isEmpty { throw ValidationError("the customer has no name; give one of 1 to 128 characters") }
    }

    func run() async throws {
        let change = AccountChange(
            storefront: storefront,
            canMakePayments: canMakePayments,
            requiresApproval: requiresApproval,
            renewalChargesFail: billingProblem,
            consents: consent
        )
        let id = id
        try await connection.perform { client throws(StoreControlError) in
            do throws(StoreControlError) {
                return try await client.send(.changeAccount(id, change))
            } catch {
                guard error.code == "unknown-account" else { throw error }
                _ = try await client.send(.createAccount(id, storefront: change.storefront))
                return try await client.send(.changeAccount(id, change))
            }
        } text: { answer, terminal in
            StoreText.accounts([answer], on: terminal)
        }
    }
}

/// `purser store buy`: buys as a customer.
struct StoreBuyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "buy",
        abstract: "Buy something as a customer.",
        discussion: "Prints the transaction, or the attempt that waits for approval or was interrupted."
    )

    @Argument(help: "What to buy.")
    var product: String

    @Option(help: "Who buys.")
    var account: String

    @Option(help: "How many, 1 to 10.")
    var quantity = 1

    @Option(help: ArgumentHelp("The customer in the app's own system, a UUID.", valueName: "uuid"))
    var appAccountToken: String?

    @Flag(help: "Wait for a parent's approval.")
    var askToBuy = false

    @Option(
        help: ArgumentHelp("The offer to use: promotional:ID, winBack:ID, or code:NAME.", valueName: "kind:id")
    )
    var offer: OfferArgument?

    @OptionGroup(title: "What `purser offer sign` printed") var signature: OfferSignatureOptions

    @Option(help: "The name that the app gives the customer; a signature of version 1 covers it.")
    var username: String?

    @Option(
        help: ArgumentHelp("When it was bought, if that is past, for example 2026-01-01T00:00:00Z.", valueName: "date")
    )
    var date: DateArgument?

    @Flag(help: "With --date: it was cancelled at once instead of renewing until now.")
    var cancelled = false

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        try date?.checkForStore("--date")
        if cancelled, date == nil { throw ValidationError("--cancelled goes with --date") }
        _ = try signature.signed(offer?.offer)
        if let appAccountToken, UUID(uuidString: appAccountToken) == nil {
            throw ValidationError("--app-account-token: \(appAccountToken) is no UUID")
        }
    }

    func run() async throws {
        var purchase = PurchaseRequest(
            productID: product,
            accountID: account,
            quantity: quantity,
            appAccountToken: appAccountToken.flatMap(UUID.init(uuidString:)),
            applicationUsername: username,
            simulatesAskToBuy: askToBuy,
            offer: try signature.signed(offer?.offer),
            past: date.map { PastPurchase(date: $0.date, renewsUntilNow: !cancelled) }
        )
        purchase.introductoryEligibilityJWS = signature.eligibility(with: offer?.offer)
        try await connection.perform(.buy(purchase), text: StoreText.purchase)
    }
}

/// `purser store promote`: begins a purchase in the App Store.
struct StorePromoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Begin a purchase in the App Store, for the app to continue."
    )

    @Argument(help: "What to buy.")
    var product: String

    @Option(help: "Who buys.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.promote(productID: product, account: account)) { _, terminal in
            terminal.line("the app of \(account) is asked to buy \(product), now or when it starts")
        }
    }
}
