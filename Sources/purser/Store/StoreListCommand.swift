import AppStoreModels
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
        case transactions, subscriptions, accounts, products, attempts, families, codes, events, notifications, all
    }

    @Argument(help: "\(Subject.allCases.map(\.rawValue).joined(separator: ", ")).")
    var subject: Subject = .transactions

    @Option(help: "Only what is this customer's.")
    var account: String?

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let subject = subject
        try await connection.perform(request) { answer, terminal in
            let listed = subject == .all ? Self.parts : [subject]
            for (index, part) in listed.enumerated() {
                if index > 0 { terminal.line() }
                Self.print(part, answer, on: terminal)
            }
        }
    }

    private static let parts: [Subject] = [.accounts, .transactions, .subscriptions, .attempts, .families, .codes]

    private var request: StoreControlRequest {
        switch subject {
        case .transactions: .transactions(account: account)
        case .subscriptions: .subscriptions(account: account)
        case .accounts: .accounts
        case .products: .products(account: account)
        case .attempts: .attempts(account: account)
        case .families: .families
        case .codes: .codes
        case .events: .events(account: account)
        case .notifications: .notifications
        case .all: .state
        }
    }

    private static func print(_ subject: Subject, _ answer: JSONObject, on terminal: Terminal) {
        switch subject {
        case .transactions: StoreText.transactions(answer.objects("transactions"), on: terminal)
        case .subscriptions: StoreText.subscriptions(answer.objects("subscriptions"), on: terminal)
        case .accounts: StoreText.accounts(answer.objects("accounts"), on: terminal)
        case .products: StoreText.products(answer.objects("products"), on: terminal)
        case .attempts: StoreText.attempts(answer.objects("attempts"), on: terminal)
        case .families: StoreText.families(answer.objects("families"), on: terminal)
        case .codes: StoreText.codes(answer.objects("codes"), on: terminal)
        case .events: StoreText.events(answer.objects("events"), on: terminal)
        case .notifications:
            StoreText.notifications(answer.objects("finished") + answer.objects("waiting"), on: terminal)
        case .all: break
        }
    }
}
