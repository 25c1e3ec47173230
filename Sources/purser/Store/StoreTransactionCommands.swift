import AppStoreModels
import ArgumentParser
import LocalAppStore
import LocalAppStoreServer

/// `purser store refund`: refunds a purchase, or answers otherwise to who asked for a refund.
struct StoreRefundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund",
        abstract: "Refund a purchase, ask for a refund, refuse one, or take one back."
    )

    /// What to do.
    enum Decision: String, EnumerableFlag {
        case grant, ask, settle, decline, reverse

        static func help(for value: Decision) -> ArgumentHelp? {
            switch value {
            case .grant: "Refund it."
            case .ask: "Ask for it as the customer: the developer is asked about consumption."
            case .settle: "Decide now about the refund that the customer asked for."
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

    @Option(
        help: """
            With --ask, how the store decides: grant, decline, preference as the developer's server answers, or undecided \
            until --settle, at most 12 hours.
            """
    )
    var outcome: String?

    @Option(help: "With --grant, how much is paid back, in percent, to three decimals.")
    var percent: Double?

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        if reason != nil, decision != .ask { throw ValidationError("--reason goes with --ask") }
        if outcome != nil, decision != .ask { throw ValidationError("--outcome goes with --ask") }
        guard let percent else { return }
        guard decision == .grant else { throw ValidationError("--percent goes with --grant") }
        guard (0.001...100).contains(percent) else { throw ValidationError("--percent is from 0.001 to 100") }
    }

    func run() async throws {
        let command: TransactionCommand =
            switch decision {
            case .grant:
                .refund(
                    becauseOfApp ? .issueInApp : .other,
                    milliPercentage: Int(((percent ?? 100) * 1_000).rounded())
                )
            case .ask:
                .requestRefund(
                    reason: reason ?? "OTHER",
                    decision: outcome.map(StoreRefundDecision.init(rawValue:)) ?? .undecided
                )
            case .settle: .settleRefund
            case .decline: .declineRefund
            case .reverse: .reverseRefund
            }
        try await connection.perform(.transaction(transaction, command)) { answer, terminal in
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
        try await connection.perform(.transaction(transaction, .finish)) { answer, terminal in
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

    private var request: StoreControlRequest<DoneRecord>? {
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
        try await connection.perform(.attempt(attempt, .approve), text: StoreText.purchase)
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
        try await connection.perform(.attempt(attempt, .decline), text: StoreText.purchase)
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
        try await connection.perform { client throws(StoreControlError) -> ResolvedRecord in
            do throws(StoreControlError) {
                return ResolvedRecord(json: try await client.send(.attempt(id, .resolve)).json)
            } catch {
                guard error.code == "unknown-attempt" else { throw error }
                return ResolvedRecord(json: try await client.send(.subscription(id, .resolveBilling)).json)
            }
        } text: { answer, terminal in
            if let transaction = answer.transaction {
                StoreText.transactions([transaction], on: terminal)
            } else {
                StoreText.subscriptions([SubscriptionRecord(json: answer.json)], on: terminal)
            }
        }
    }
}

/// The transaction of a purchase that was interrupted, or the subscription that was charged after all.
private struct ResolvedRecord: JSONBacked {
    var json: JSONObject

    init(json: JSONObject) { self.json = json }

    var transaction: TransactionRecord? {
        json["transactionId"] == nil ? nil : TransactionRecord(json: json)
    }
}
