import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser notifications replay`: sends notifications again that were sent before.
struct NotificationsReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send notifications again, in their order or shuffled.",
        discussion: """
            They come from a folder that `purser notifications listen --save` or `history --save` has written, or, without \
            one, from the history of a running store (--data, --url). The bytes are the old ones; those of version 1 show the \
            app's shared secret, which no store tells, if it is given. One is sent after the other; ends with 1 if the server \
            does not take one of them.
            """
    )

    @Argument(help: "The folder of saved notifications.")
    var folder: String?

    @Flag(help: "Send them in another order, the same one for the same seed.")
    var shuffled = false

    @Option(help: "Decides the order.")
    var seed: UInt64 = 0

    @Option(help: ArgumentHelp("The folder of a running store.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("The address of a running store.", valueName: "url"))
    var url: String?

    @OptionGroup var secret: SharedSecretOptions
    @OptionGroup var receiver: NotificationReceiverOptions

    func validate() throws {
        guard folder == nil || data == nil && url == nil else {
            throw ValidationError("give one of: a folder of notifications, a store")
        }
    }

    func run() async throws {
        let post = try receiver.post()
        var isComplete = true
        for (name, body) in Self.order(try await notifications(), shuffledBy: shuffled ? seed : nil) {
            let outcome = await post(body, name: name)
            receiver.print(outcome)
            isComplete = isComplete && outcome.isTaken
        }
        if !isComplete { throw ExitStatus.invalid }
    }

    /// The order in which they are sent.
    static func order<Item>(_ items: [Item], shuffledBy seed: UInt64?) -> [Item] {
        guard let seed else { return items }
        var generator = SeededGenerator(seed: seed)
        return items.shuffled(using: &generator)
    }

    private func notifications() async throws -> [(name: String, body: Data)] {
        guard let folder else {
            let password = try secretText()
            let history = try await StoreNotificationHistory(data: data, url: url, json: receiver.json).load()
            return history.map { one in
                (StoreNotificationHistory.name(of: one), StoreNotificationHistory.body(of: one, password: password))
            }
        }
        do {
            guard try FilePresence(of: folder).isThere(orThrow: { InputError(reason: $0) }) else {
                throw InputError(reason: "there is no \(folder)")
            }
            return try NotificationFolder(url: URL(fileURLWithPath: folder, isDirectory: true)).load()
        } catch {
            throw unusable(error)
        }
    }

    private func secretText() throws -> String? {
        do {
            return try secret.text()
        } catch {
            throw unusable(error)
        }
    }

    /// The exit code for a file that cannot be used, after that has been printed.
    private func unusable(_ error: any Error) -> any Error {
        Terminal.standardOutput().complain("file-unusable", "\(error)", json: receiver.json, .compact)
        return ExitStatus.unusable
    }
}

/// Numbers that are the same for the same seed: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
