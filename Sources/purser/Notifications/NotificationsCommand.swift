import ArgumentParser

/// `purser notifications`: server notifications, as a developer's server gets them.
struct NotificationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications",
        abstract: "Receive server notifications, send them, and look at what a store has sent.",
        subcommands: [
            NotificationsListenCommand.self, NotificationsSendCommand.self, NotificationsReplayCommand.self,
            NotificationsHistoryCommand.self,
        ]
    )
}
