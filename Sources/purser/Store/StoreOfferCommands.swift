import ArgumentParser
import LocalAppStoreServer

/// `purser store redeem`: redeems an offer code.
struct StoreRedeemCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redeem",
        abstract: "Redeem an offer code as a customer.",
        discussion: "`purser store codes` makes codes."
    )

    @Argument(help: "The code.")
    var code: String

    @Option(help: "Who redeems it.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.redeem(code, account: account)) { answer, terminal in
            StoreText.transactions([answer], on: terminal)
        }
    }
}

/// `purser store codes`: makes offer codes.
struct StoreCodesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Make offer codes.",
        discussion: "`purser store list codes` shows them, `purser store redeem` redeems one."
    )

    @Argument(help: "The product.")
    var product: String

    @Option(help: ArgumentHelp("The reference name of the offer in the catalogue.", valueName: "name"))
    var offer: String

    @Option(help: "How many codes for one use each, 1 to 10000; 1 if nothing is said.")
    var count: Int?

    @Option(help: "One code for many customers: this word.")
    var word: String?

    @Option(help: "How many customers can redeem the word.")
    var limit: Int?

    @Option(help: ArgumentHelp("From when on they are refused, for example 2027-01-01T00:00:00Z.", valueName: "date"))
    var expires: DateArgument?

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        try expires?.checkForStore("--expires")
        if word != nil, count != nil { throw ValidationError("give either --word or --count") }
        if word == nil, limit != nil { throw ValidationError("--limit goes with --word") }
    }

    func run() async throws {
        let order = OfferCodeOrder(
            productID: product,
            referenceName: offer,
            word.map { .word($0, limit: limit) } ?? .oneTime(count: count ?? 1),
            expires: expires?.date
        )
        try await connection.perform(.createCodes(order)) { answer, terminal in
            StoreText.codes(answer.records, on: terminal)
        }
    }
}

/// `purser store intent`: follows a link that begins a purchase.
struct StoreIntentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intent",
        abstract: "Follow a link that begins a purchase in the app.",
        discussion: "Such a link is itms-services://?action=purchaseIntent&bundleId=BUNDLE&productIdentifier=PRODUCT."
    )

    @Argument(help: "The link.")
    var link: String

    @Option(help: "Who follows it.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.openPurchaseIntent(link, account: account)) { [account] _, terminal in
            terminal.line("the app of \(account) is asked to buy what the link says, now or when it starts")
        }
    }
}
