import ArgumentParser
import LocalAppStoreServer

/// `purser store family`: families and what they share.
struct StoreFamilyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "family",
        abstract: "Make families, and share purchases with them.",
        discussion: "`purser store list families` shows them.",
        subcommands: [
            FamilyCreateCommand.self, FamilyJoinCommand.self, FamilyLeaveCommand.self, FamilyShareCommand.self,
        ]
    )
}

/// `purser store family create`: makes a family.
struct FamilyCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a family with one member, its organizer."
    )

    @Argument(help: "The family's name.")
    var family: String

    @Option(help: "The customer who organizes it.")
    var organizer: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.createFamily(family, organizer: organizer)) { answer, terminal in
            StoreText.families([answer], on: terminal)
        }
    }
}

/// `purser store family join`: adds a customer.
struct FamilyJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Add a customer to a family, which has six members at most."
    )

    @Argument(help: "The family's name.")
    var family: String

    @Option(help: "The customer.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.joinFamily(family, account: account)) { answer, terminal in
            StoreText.families([answer], on: terminal)
        }
    }
}

/// `purser store family leave`: takes a customer out.
struct FamilyLeaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Take a customer out of the family; what was shared is revoked.",
        discussion: "When the organizer leaves, the family is dissolved."
    )

    @Argument(help: "The family's name.")
    var family: String

    @Option(help: "The customer.")
    var account: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.leaveFamily(family, account: account)) { answer, terminal in
            StoreText.accounts([answer], on: terminal)
        }
    }
}

/// `purser store family share`: shares a purchase, or no longer.
struct FamilyShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Share a purchase with the purchaser's family, or no longer."
    )

    @Argument(help: "The purchase: its first transaction.")
    var transaction: String

    @Argument(help: "on or off.")
    var value: SwitchArgument

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.shareWithFamily(transaction, isOn: value == .on)) { answer, terminal in
            StoreText.accounts([answer], on: terminal)
        }
    }
}
