import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// `purser store fault`: what goes wrong on demand.
struct StoreFaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract: "Let something go wrong: lists, sets and clears faults.",
        subcommands: [
            StoreFaultListCommand.self, StoreFaultSetCommand.self, StoreFaultClearCommand.self,
            StoreFaultBugsCommand.self,
        ],
        defaultSubcommand: StoreFaultListCommand.self
    )
}

/// `purser store fault list`: the faults in force.
struct StoreFaultListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the faults in force.")

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.faults) { answer, terminal in
            StoreText.faults(answer.records, on: terminal)
        }
    }
}

/// `purser store fault set`: puts a fault in force.
struct StoreFaultSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Put a fault in force.",
        discussion: """
            It strikes so many times, or until it is cleared. Kinds, with what they take besides:
            \(StoreFault.Kind.all.map(help).joined(separator: "\n"))
            """
    )

    @Argument(help: "What goes wrong.")
    var kind: String

    @Option(help: "How often; without it, until it is cleared.")
    var times: Int?

    @Option(help: "Whom it strikes; without it, every account.")
    var account: String?

    @Option(help: ArgumentHelp("Which product it strikes; without it, all.", valueName: "product"))
    var productID: String?

    @Option(help: "How long something takes or lasts, or how far a clock jumps (--seconds=-60 for back).")
    var seconds: Double?

    @Option(help: "The error that the app sees, by the names of the setting purchaseFailure.")
    var failure: String?

    @Option(help: "Where the account is moved to, ISO 3166-1 alpha-3.")
    var storefront: String?

    @Option(help: "The account that is signed in instead.")
    var otherAccount: String?

    @Option(help: "What signed data claims: Production, Sandbox or Xcode.")
    var environment: String?

    @OptionGroup(title: "Faults of Apple's servers")
    var server: ServerFaultOptions
    @Option(help: "How many attempts to send a notification fail; without it, all.")
    var attempts: Int?

    @Option(help: "How such an attempt ends, for example NO_RESPONSE.")
    var result: String?

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.setFault(fault)) { answer, terminal in
            StoreText.faults([answer], on: terminal)
        }
    }

    private var fault: StoreFault {
        StoreFault(
            StoreFault.Kind(rawValue: kind),
            times: times,
            accountID: account,
            productID: productID,
            parameters: StoreFault.Parameters(
                seconds: seconds,
                failure: failure.map(PurchaseFailure.init(rawValue:)),
                storefront: storefront,
                otherAccountID: otherAccount,
                environment: environment.map(AppStoreEnvironment.init(rawValue:)),
                call: server.callName,
                rate: server.rate,
                errorCode: server.errorCode,
                status: server.status,
                body: server.body.map(StoreFault.AnswerBody.init(rawValue:)),
                isRetryable: server.isRetryable,
                attempts: attempts,
                result: result
            )
        )
    }

    private static func help(_ kind: StoreFault.Kind) -> String {
        let names = kind.parameterNames.map { $0 == "attemptCount" ? "attempts" : $0 }
        let bug = StoreFault.KnownBug(kind).map { ": a bug of \($0.releases)" } ?? ""
        return "  \(kind)" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))") + bug
    }
}

/// `purser store fault clear`: ends a fault, or all.
struct StoreFaultClearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "End a fault, or all.")

    @Argument(help: "The fault, by the identifier that `list` shows.")
    var fault: String?

    @Flag(help: "End all faults.")
    var all = false

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        guard (fault != nil) != all else { throw ValidationError("name a fault, or give --all") }
    }

    func run() async throws {
        try await connection.perform(fault.map(StoreControlRequest.clearFault) ?? .clearFaults) { answer, terminal in
            StoreText.faults(answer.records, on: terminal)
        }
    }
}
