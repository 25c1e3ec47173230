import AppStoreModels
import ArgumentParser
import LocalAppStoreServer

/// `purser store refund`: refunds a purchase, or answers otherwise to who asked for a refund.
struct StoreRefundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund",
        abstract: "Refund a purchase, ask for a refund, refuse one, or take one back."
    )

    /// What to do.
    enum Decision: String, EnumerableFlag {
        case grant, ask, decline, reverse

        static func help(for value: Decision) -> ArgumentHelp? {
            switch value {
            case .grant: "Refund it."
            case .ask: "Ask for it as the customer: the developer is asked about consumption."
            case .decline: "Refuse the refund that the customer asked for."
            case .reverse: "Take the refund back."
            }
        }
    }

    @Argument(help: "The transaction.")
    var transaction: String

    @Flag(help: "What to do.")
    var decision: Decision = .grant

    @Flag(help: "Say that the app was the reason.")
    var becauseOfApp = false

    @Option(
        help: """
            With --ask, why: UNINTENDED_PURCHASE, FULFILLMENT_ISSUE, UNSATISFIED_WITH_PURCHASE, LEGAL, OTHER.
            """
    )
    var reason: String?

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        if reason != nil, decision != .ask { throw ValidationError("--reason goes with --ask") }
    }

    func run() async throws {
        let request: StoreControlRequest =
            switch decision {
            case .grant: .refund(transaction, becauseOfApp: becauseOfApp)
            case .ask: .requestRefund(transaction, reason: reason ?? "OTHER")
            case .decline: .declineRefund(transaction)
            case .reverse: .reverseRefund(transaction)
            }
        try await connection.perform(request) { answer, terminal in
            StoreText.transactions([answer], on: terminal)
        }
    }
}

/// `purser store finish`: finishes a transaction as the app does.
struct StoreFinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Finish a transaction, as the app does after delivery."
    )

    @Argument(help: "The transaction.")
    var transaction: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.finish(transaction)) { answer, terminal in
            StoreText.transactions([answer], on: terminal)
        }
    }
}

/// `purser store delete`: deletes transactions.
struct StoreDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a transaction and what came of it, or all of a customer's."
    )

    @Argument(help: "The transaction.")
    var transaction: String?

    @Option(help: "The customer whose transactions are all deleted.")
    var account: String?

    @OptionGroup var connection: StoreConnectionOptions

    private var request: StoreControlRequest? {
        switch (transaction, account) {
        case (let transaction?, nil): .delete(transaction)
        case (nil, let account?): .clear(account: account)
        default: nil
        }
    }

    func validate() throws {
        if request == nil { throw ValidationError("name either a transaction or --account") }
    }

    func run() async throws {
        guard let request else { return }
        try await connection.perform(request) { _, terminal in terminal.line("deleted") }
    }
}

/// `purser store approve`: approves a purchase that waits.
struct StoreApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Approve a purchase that waits for a parent."
    )

    @Argument(help: "The attempt; `purser store list attempts` shows them.")
    var attempt: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.approve(attempt: attempt)) { answer, terminal in
            StoreText.transactions([answer], on: terminal)
        }
    }
}

/// `purser store decline`: refuses a purchase that waits.
struct StoreDeclineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Refuse a purchase that waits for a parent."
    )

    @Argument(help: "The attempt; `purser store list attempts` shows them.")
    var attempt: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.decline(attempt: attempt)) { answer, terminal in
            StoreText.attempts([answer], on: terminal)
        }
    }
}

/// `purser store resolve`: settles what is in the way of a purchase or a renewal.
struct StoreResolveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Settle what interrupted a purchase, or the billing problem of a subscription."
    )

    @Argument(help: "The attempt, or the subscription: its first transaction.")
    var id: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let id = id
        try await connection.perform { client throws(StoreControlError) in
            do throws(StoreControlError) {
                return try await client.send(.resolve(attempt: id))
            } catch {
                guard error.code == "unknown-attempt" else { throw error }
                return try await client.send(.resolveBilling(id))
            }
        } text: { answer, terminal in
            if answer["transactionId"] == nil {
                StoreText.subscriptions([answer], on: terminal)
            } else {
                StoreText.transactions([answer], on: terminal)
            }
        }
    }
}
