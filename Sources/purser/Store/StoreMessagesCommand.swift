import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser store messages`: the review of retention messages and their images.
struct StoreMessagesCommand: AsyncParsableCommand {
    /// What is done.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list
        case approve
        case reject
    }

    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "Show retention messages, or approve or reject them as the App Store's review.",
        discussion: """
            A developer's server uploads them with Apple's Retention Messaging API. They are approved by themselves a day \
            later; `purser store settings retentionReviewSeconds=0` approves at once, null never.
            """
    )

    @Argument(help: "list, approve or reject; list if nothing is said.")
    var action = Action.list

    @Argument(help: ArgumentHelp("The identifier of the message, or of the image with --image.", valueName: "uuid"))
    var identifier: String?

    @Flag(help: "Images instead of messages.")
    var image = false

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        guard (action == .list) == (identifier == nil) else {
            throw ValidationError("approve and reject need the identifier of what is meant; list needs none")
        }
        if identifier != nil, uuid == nil { throw ValidationError("the identifier is no UUID") }
    }

    func run() async throws {
        if let uuid {
            let decision: RetentionReviewCommand = action == .approve ? .approve : .reject
            if image {
                try await connection.perform(.reviewImage(uuid, decision)) { answer, terminal in
                    StoreText.retentionImages([answer], on: terminal)
                }
            } else {
                try await connection.perform(.reviewMessage(uuid, decision)) { answer, terminal in
                    StoreText.retentionMessages([answer], on: terminal)
                }
            }
        } else if image {
            try await connection.perform(.retentionImages) { answer, terminal in
                StoreText.retentionImages(answer.records, on: terminal)
            }
        } else {
            try await connection.perform(.retentionMessages) { answer, terminal in
                StoreText.retentionMessages(answer.records, on: terminal)
            }
        }
    }

    private var uuid: UUID? { identifier.flatMap(UUID.init(uuidString:)) }
}

/// `purser store about-to-cancel`: a customer is about to cancel.
struct StoreAboutToCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "about-to-cancel",
        abstract: "Begin to cancel a subscription as its customer, and show what the customer sees.",
        discussion: """
            The developer's server is asked at the realtime URL, if there is one. `purser store cancellation` says what the \
            customer does then.
            """
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @Option(help: "The language of the customer's device, such as en-US; that of the store if nothing is said.")
    var locale: String?

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.beginCancellation(subscription, locale: locale), text: StoreText.cancellation)
    }
}

/// `purser store cancellation`: what a customer does who was about to cancel.
struct StoreCancellationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancellation",
        abstract: "Decide as a customer who is about to cancel: cancel, stay, or accept what is offered."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    /// What the customer does.
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case cancel
        case stay
        case accept

        var command: CancellationCommand {
            switch self {
            case .cancel: .cancel
            case .stay: .stay
            case .accept: .accept
            }
        }
    }

    @Argument(help: "cancel, stay or accept.")
    var choice: Choice

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.endCancellation(subscription, choice.command)) { answer, terminal in
            StoreText.subscriptions([answer], on: terminal)
        }
    }
}

extension StoreText {
    /// Retention messages as a table.
    static func retentionMessages(_ messages: [RetentionMessageRecord], on terminal: Terminal) {
        guard !messages.isEmpty else { return terminal.line("no retention messages") }
        var table = TextTable(head: ["message", "state", "header"])
        for message in messages {
            table.add(message.messageIdentifier ?? "", message.state ?? "", message.header ?? "")
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    /// Images of retention messages as a table.
    static func retentionImages(_ images: [RetentionImageRecord], on terminal: Terminal) {
        guard !images.isEmpty else { return terminal.line("no images of retention messages") }
        var table = TextTable(head: ["image", "state", "size", "pixels"])
        for image in images {
            table.add(
                image.imageIdentifier ?? "",
                image.state ?? "",
                image.size ?? "",
                "\(image.width ?? 0) x \(image.height ?? 0)"
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    /// What a customer sees who is about to cancel.
    static func cancellation(_ sheet: CancellationRecord, on terminal: Terminal) {
        if let rule = sheet.failedRule {
            terminal.line("the realtime answer is not shown, \(rule): \(sheet.failureMessage ?? "")")
        }
        guard let message = sheet.message else { return terminal.line("the customer sees no message") }
        terminal.line("the customer sees (\(sheet.source ?? "")): \(message.header ?? "")")
        terminal.line(message.body ?? "")
        if let product = sheet.alternateProductID { terminal.line("and may change to \(product)") }
        if let offer = sheet.offerIdentifier { terminal.line("and may have the offer \(offer)") }
    }
}
