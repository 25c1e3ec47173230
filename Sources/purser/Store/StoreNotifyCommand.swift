import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// `purser store notify`: where notifications go, and what brings one about.
struct StoreNotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Say where server notifications go, bring one about, send what is due, or send a test.",
        discussion: """
            TYPE or TYPE/SUBTYPE brings about what the notification reports: REFUND refunds a purchase, \
            GRACE_PERIOD_EXPIRED lets a renewal fail and ends the grace period. What is missing is made, and the command \
            says what it did. `purser store list notifications` shows how delivery went. There are:
            \(NotificationCause.allNames.map { "  \($0)" }.joined(separator: "\n"))
            """
    )

    @Argument(help: ArgumentHelp("The address of the developer's server, or TYPE[/SUBTYPE].", valueName: "what"))
    var address: String?

    @Flag(help: "Send notifications nowhere.")
    var off = false

    @Flag(help: "The address is for notifications of version 1, beside that of version 2.")
    var v1 = false

    @Flag(help: "Send what is due now, and wait until that is done.")
    var deliver = false

    @Flag(help: "Send a test notification.")
    var test = false

    @Option(help: "Whom TYPE shall concern; made if there is no such customer.")
    var account: String?

    @Option(help: "The transaction that TYPE shall be about; without it, one that fits.")
    var transaction: String?

    @Option(help: ArgumentHelp("What is bought if TYPE needs that; without it, what fits.", valueName: "product"))
    var productID: String?

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        guard [address != nil, off, deliver, test].filter({ $0 }).count == 1 else {
            throw ValidationError("give one of: an address, TYPE[/SUBTYPE], --off, --deliver, --test")
        }
        if let address, cause == nil, !address.contains(":") {
            throw ValidationError(
                "\(address.prefix(60)) is neither an address, as http://127.0.0.1:8080/notifications, nor TYPE[/SUBTYPE]; "
                    + "`purser store notify --help` lists the types"
            )
        }
        if cause == nil, account != nil || transaction != nil || productID != nil {
            throw ValidationError("--account, --transaction and --product-id are for TYPE[/SUBTYPE]")
        }
        if v1, cause != nil || deliver || test { throw ValidationError("--v1 is for an address, or --off") }
    }

    func run() async throws {
        if test || address?.uppercased() == "TEST" {
            try await connection.perform(.testNotification) { answer, terminal in
                StoreText.notifications([answer], on: terminal)
            }
        } else if deliver {
            try await connection.perform(.deliver, text: StoreText.delivery)
        } else if let cause {
            try await connection.perform(.cause(cause), text: StoreText.cause)
        } else {
            try await connection.perform(.notify(address, version: v1 ? .one : .two)) { answer, terminal in
                let place = v1 ? answer.destinationV1 : answer.destination
                terminal.line("notifications\(v1 ? " of version 1" : "") go to \(place ?? "nowhere")")
            }
        }
    }

    /// What is to be brought about; nil for an address.
    private var cause: NotificationCause? {
        guard let address, !address.contains(":"), !address.hasPrefix("/") else { return nil }
        let parts = address.uppercased().split(separator: "/", maxSplits: 1).map(String.init)
        // What has other characters, as a host without a scheme, is neither.
        guard let type = parts.first, type.utf8.allSatisfy({ (65...90).contains($0) || $0 == 95 }) else { return nil }
        return NotificationCause(
            NotificationType(rawValue: type),
            parts.count == 2 ? NotificationSubtype(rawValue: parts[1]) : nil,
            account: account,
            transactionID: transaction,
            productID: productID
        )
    }
}
