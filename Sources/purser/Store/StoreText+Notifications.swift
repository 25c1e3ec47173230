import AppStoreModels
import Foundation
import LocalAppStoreServer

extension StoreText {
    static func notifications(_ notifications: [NotificationRecord], on terminal: Terminal) {
        guard !notifications.isEmpty else { return terminal.line("no notifications") }
        var table = TextTable(
            head: ["date", "notification", "version", "account", "transaction", "attempts", "state"]
        )
        for notification in notifications {
            let results = notification.sendResults
            table.add(
                notification.date.map { RFC3339.string(from: $0) } ?? "",
                name(of: notification),
                notification.version.map(String.init) ?? "",
                notification.account ?? "",
                notification.transactionID ?? "",
                String(results.count),
                results.last?.rawValue ?? "waits"
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func delivery(_ delivery: DeliveryRecord, on terminal: Terminal) {
        if !delivery.attempts.isEmpty { notifications(delivery.attempts, on: terminal) }
        var parts = ["\(delivery.delivered ?? 0) delivered", "\(delivery.givenUp ?? 0) given up"]
        parts.append("\(delivery.waiting ?? 0) waiting")
        let next = delivery.nextAttemptDate.map { ", the next one for \(RFC3339.string(from: $0))" } ?? ""
        let start = delivery.attempts.isEmpty ? "nothing is due now; " : ""
        terminal.line(start + parts.joined(separator: ", ") + next)
    }

    static func cause(_ cause: NotificationCauseRecord, on terminal: Terminal) {
        cause.steps.forEach(terminal.line)
        for notification in cause.notifications {
            terminal.line("\(name(of: notification)) \(notification.id ?? "")")
        }
        if cause.isSent == false {
            terminal.line("not sent: say where notifications go with `purser store notify ADDRESS`")
        }
    }

    private static func name(of notification: NotificationRecord) -> String {
        [notification.notificationType?.rawValue, notification.subtype?.rawValue].compactMap { $0 }
            .joined(separator: "/")
    }
}
