import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser notifications history`: what a running store has sent, and what waits.
struct NotificationsHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the notifications of a running store, oldest first; save them for `replay`.",
        discussion: """
            Those of version 1 show the app's shared secret when they are sent, and a store tells it to nobody: what is \
            saved has it from --shared-secret-file or from the variable PURSER_SHARED_SECRET, or has none.
            """
    )

    @Option(help: "Only those of this type, for example DID_RENEW.")
    var type: String?

    @Flag(help: "Only those that the server does not have.")
    var onlyFailures = false

    @Option(help: ArgumentHelp("Save each in this folder, as it is sent.", valueName: "dir"))
    var save: String?

    @OptionGroup var secret: SharedSecretOptions
    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let source = StoreNotificationHistory(data: connection.data, url: connection.url, json: connection.json)
        let history = try await source.load().filter { one in
            (type == nil || one.notificationType?.rawValue == type) && !(onlyFailures && one.isDelivered == true)
        }
        let terminal = Terminal.standardOutput()
        if let save {
            do {
                let folder = NotificationFolder(url: URL(fileURLWithPath: save, isDirectory: true))
                let (start, password) = (try folder.lastNumber(), try secret.text())
                for (index, one) in history.enumerated() {
                    let body = StoreNotificationHistory.body(of: one, password: password)
                    let name = StoreNotificationHistory.name(of: one)
                    _ = try folder.save(body, start + index + 1, name: name, id: one.id)
                }
            } catch {
                terminal.complain("file-unusable", "\(error)", json: connection.json)
                throw ExitStatus.unusable
            }
        }
        if connection.json {
            terminal.json(["notifications": .array(history.map { .object($0.json) })])
        } else {
            StoreText.notifications(history, on: terminal)
        }
    }
}

/// The notifications of a running store.
struct StoreNotificationHistory {
    let data: String?
    let url: String?
    let json: Bool

    /// All of them, oldest first.
    ///
    /// - Throws: The exit code, after the failure has been printed.
    func load() async throws -> [NotificationRecord] {
        var connection = StoreConnectionOptions()
        (connection.data, connection.url, connection.json) = (data, url, json)
        let client = StoreControlClient(baseURL: try connection.someAddress())
        do {
            let known = try await client.send(.notifications)
            return (known.finished + known.waiting).enumerated().sorted { left, right in
                (left.element.date ?? .distantPast, left.offset) < (right.element.date ?? .distantPast, right.offset)
            }
            .map(\.element)
        } catch {
            throw connection.failure(error, Terminal.standardOutput())
        }
    }

    /// Type and subtype.
    static func name(of notification: NotificationRecord) -> String {
        [notification.notificationType?.rawValue, notification.subtype?.rawValue].compactMap { $0 }.joined(
            separator: "/"
        )
    }

    /// What is posted.
    ///
    /// - Parameter password: The app's shared secret, which only version 1 shows, and which the store tells to nobody.
    static func body(of notification: NotificationRecord, password: String?) -> Data {
        guard var content = notification.json[object: "content"] else {
            return JSONValue.object(["signedPayload": .string(notification.signedPayload ?? "")]).jsonData
        }
        content[string: "password"] = password
        return JSONValue.object(content).jsonData
    }
}
