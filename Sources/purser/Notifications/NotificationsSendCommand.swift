import AppStoreModels
import ArgumentParser
import Foundation
import OutgoingHTTP

/// Where a command posts notifications.
struct NotificationReceiverOptions: ParsableArguments {
    @Option(name: .customLong("to"), help: ArgumentHelp("The address of the developer's server.", valueName: "url"))
    var receiver: String

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws { _ = try HTTPAddress(argument: receiver, of: "--to") }

    func post() throws -> NotificationPost {
        NotificationPost(
            url: try HTTPAddress(argument: receiver, of: "--to").url,
            transport: AsyncHTTPClientTransport()
        )
    }

    /// Prints how one went.
    func print(_ outcome: NotificationPost.Outcome) {
        let terminal = Terminal.standardOutput()
        guard !json else { return terminal.json(.object(outcome.json), .compact) }
        terminal.line("\(outcome.name)  \(terminal.styled(outcome.text, outcome.isTaken ? .good : .bad))")
    }
}

/// `purser notifications send`: sends one notification.
struct NotificationsSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send one notification to a developer's server.",
        discussion: """
            The file holds a body as it was received, of version 2 or 1, or a signed payload alone, as `purser store sign --as \
            notification` prints one. Ends with 1 if the server does not take it.
            """
    )

    @Argument(help: "The file, or - for standard input.")
    var file: InputSource

    @OptionGroup var receiver: NotificationReceiverOptions

    func run() async throws {
        let body: Data
        do {
            body = try NotificationPost.body(of: try file.readFile(limit: NotificationFolder.maximumLength))
        } catch {
            Terminal.standardOutput().complain("file-unusable", "\(error)", json: receiver.json, .compact)
            throw ExitStatus.unusable
        }
        let outcome = await (try receiver.post())(body, name: file.description)
        receiver.print(outcome)
        if !outcome.isTaken { throw ExitStatus.invalid }
    }
}
