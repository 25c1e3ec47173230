import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server keys`: the keys that apps and servers show.
struct ServerKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List, make, rotate and revoke keys, also while the server runs.",
        discussion: """
            A server notices within two seconds. The text of a key is printed when it is made, this once; only a digest \
            of it is kept.
            """,
        subcommands: [
            KeysListCommand.self, KeysMakeCommand.self, KeysRotateCommand.self, KeysRevokeCommand.self,
            StatementKeysCommand.self, StatementKeyRotateCommand.self,
        ]
    )
}

/// `purser server keys list`.
struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys, those that are no longer good too."
    )

    @OptionGroup var place: KeyBookOptions

    func run() async throws {
        try await place.perform(.looking) { book, terminal in
            let keys = try await book.keys()
            guard !place.json else { return terminal.json(["keys": .array(keys.map { .object($0.json) })]) }
            for line in KeyTable.make(of: keys, at: Date()).lines(on: terminal) { terminal.line(line) }
        }
    }
}

/// `purser server keys make`.
struct KeysMakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Make a key and print it, this once."
    )

    @Argument(help: "What people call it.")
    var name: String

    @Flag(name: .customLong("public"), help: "For apps. Without it the key is a secret one, for your servers.")
    var isPublic = false

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp(
            "What a secret key may do: \(KeyScope.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated.",
            valueName: "scope"
        ),
        transform: { try KeyScope(argument: $0) }
    )
    var scopes: [KeyScope] = []

    @Option(help: ArgumentHelp("From when on it is refused.", valueName: "date"))
    var expires: DateArgument?

    @OptionGroup var place: KeyBookOptions

    func run() async throws {
        try await place.perform(.making) { book, terminal in
            let issued = try await book.make(
                isPublic ? .public : .secret,
                name: name,
                scopes: Set(scopes),
                expirationDate: expires?.date
            )
            place.print(issued, on: terminal)
        }
    }
}

/// `purser server keys rotate`.
struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Make a key in the place of another, which stays good for a while."
    )

    @Argument(help: "The key, by the name that `list` shows first.")
    var id: String

    @Option(help: ArgumentHelp("For how many hours the old key stays good; at most 8784.", valueName: "hours"))
    var grace = 24.0

    @OptionGroup var place: KeyBookOptions

    func run() async throws {
        try await place.perform(.changing) { book, terminal in
            place.print(try await book.rotate(id: id, grace: grace * 3_600), on: terminal)
        }
    }
}

/// `purser server keys revoke`.
struct KeysRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a key for good.")

    @Argument(help: "The key, by the name that `list` shows first.")
    var id: String

    @OptionGroup var place: KeyBookOptions

    func run() async throws {
        try await place.perform(.changing) { book, terminal in
            let key = try await book.revoke(id: id)
            guard !place.json else { return terminal.json(.object(key.json)) }
            terminal.line("the key \(key.id), \(key.name), is good no more")
        }
    }
}

extension KeyScope {
    fileprivate init(argument: String) throws {
        guard let scope = KeyScope(rawValue: argument) else {
            let all = KeyScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--scope: there is no scope of this name; these are: \(all)")
        }
        self = scope
    }
}
