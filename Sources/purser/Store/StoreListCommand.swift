import ArgumentParser
import LocalAppStoreServer

/// `purser store list`: what is in a store.
struct StoreListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what is in a running store."
    )

    /// What to list.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case transactions, subscriptions, accounts, products, attempts, families, codes, refunds, extensions, events
        case notifications, all
    }

    @Argument(help: "\(Subject.allCases.map(\.rawValue).joined(separator: ", ")).")
    var subject: Subject = .transactions

    @Option(help: "Only what is this customer's.")
    var account: String?

    @Option(help: "Only notifications about this transaction, or the subscription that began with it.")
    var transaction: String?

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        if transaction != nil, subject != .notifications {
            throw ValidationError("--transaction is for notifications")
        }
    }

    func run() async throws {
        switch subject {
        case .transactions: try await list(.transactions(account: account), StoreText.transactions)
        case .subscriptions: try await list(.subscriptions(account: account), StoreText.subscriptions)
        case .accounts: try await list(.accounts, StoreText.accounts)
        case .products: try await list(.products(account: account), StoreText.products)
        case .attempts: try await list(.attempts(account: account), StoreText.attempts)
        case .families: try await list(.families, StoreText.families)
        case .codes: try await list(.codes, StoreText.codes)
        case .refunds: try await list(.refundRequests(account: account), StoreText.refundRequests)
        case .extensions: try await list(.massExtensions, StoreText.massExtensions)
        case .events: try await list(.events(account: account), StoreText.events)
        case .notifications:
            let request = StoreControlRequest.notifications(account: account, transactionID: transaction)
            try await connection.perform(request) { answer, terminal in
                StoreText.notifications(answer.finished + answer.waiting, on: terminal)
            }
        case .all: try await connection.perform(.state, text: StoreText.state)
        }
    }

    private func list<Record>(
        _ request: StoreControlRequest<RecordList<Record>>,
        _ text: ([Record], Terminal) -> Void
    ) async throws {
        try await connection.perform(request) { answer, terminal in text(answer.records, terminal) }
    }
}
