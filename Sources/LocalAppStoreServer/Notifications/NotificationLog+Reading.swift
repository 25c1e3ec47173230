import AppStoreModels
import Foundation

extension NotificationLog {
    /// What a log tells.
    struct Content: Sendable {
        var outbox: NotificationOutbox
        /// Where notifications go; nil for nowhere.
        var destination: URL?
        /// Where those of version 1 go.
        var versionOneDestination: URL?
        /// Why the address that stands in the log is none that notifications can go to.
        var refusedDestination: HTTPAddressError?
        /// The number of the last event that needs no notification any more: it has one, or was to have none.
        var lastEvent = 0
        /// How many notifications were forgotten, because the store does not have their events any more.
        var forgottenCount = 0
        /// Which file was read; nil if there was none.
        var stamp: Stamp?
        /// Whether a kill left a part of a line at its end.
        var isTorn = false

        /// Takes an address from the log. A bad one must not keep the store from being opened.
        mutating func redirect(to text: String?, versionOne: String? = nil) {
            refusedDestination = nil
            destination = address(text)
            versionOneDestination = address(versionOne)
        }

        private mutating func address(_ text: String?) -> URL? {
            do {
                return try text.map { text throws(HTTPAddressError) in try HTTPAddress(text).url }
            } catch {
                refusedDestination = error
                return nil
            }
        }
    }

    /// What a log tells; nothing if there is none.
    ///
    /// - Throws: What ``open(at:schedule:)`` throws.
    static func content(at url: URL, schedule: NotificationRetrySchedule) throws(StoreServerError) -> Content {
        var content = Content(outbox: NotificationOutbox(schedule: schedule))
        guard FileManager.default.fileExists(atPath: url.path) else { return content }
        // Before reading: what is added meanwhile makes another stamp.
        content.stamp = Stamp(url)
        do {
            let reader = NotificationLogReader(try Data(contentsOf: url, options: .mappedIfSafe))
            content.isTorn = reader.isTorn
            try reader.forEachLine { apply($0, $1, to: &content) }
            return content
        } catch let error as NotificationLogReader.DamagedLine {
            throw StoreServerError(
                .fileDamaged,
                "line \(error.number) of \(url.path) cannot be read; move the file away, and only notifications that "
                    + "wait are lost"
            )
        } catch {
            throw StoreServerError(.fileUnusable, "\(url.path) cannot be used: \(error.localizedDescription)")
        }
    }

    // MARK: Reading

    /// Returns false for a line that means nothing.
    private static func apply(_ line: JSONObject, _ payload: String?, to content: inout Content) -> Bool {
        if let added = line[object: "add"] {
            guard let notification = OutgoingNotification(json: added, signedPayload: payload) else { return false }
            content.outbox.restore(notification)
            content.lastEvent = max(content.lastEvent, notification.eventNumber ?? 0)
            return true
        }
        if let attempt = line[object: "attempt"] {
            guard let id = attempt[string: "id"], let result = attempt[string: "result"] else { return false }
            content.outbox.record(NotificationSendResult(rawValue: result), of: id)
            return true
        }
        guard let lastEvent = line[integer: "lastEvent"].flatMap(Int.init(exactly:)) else { return false }
        content.redirect(to: line[string: "destination"], versionOne: line[string: "destinationV1"])
        content.lastEvent = max(content.lastEvent, lastEvent)
        return true
    }
}
