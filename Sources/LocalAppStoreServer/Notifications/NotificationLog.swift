import AppStoreModels
import Foundation

/// The outbox on disk: one JSON object a line, so that a notification that was not delivered before a SIGKILL is delivered
/// after the restart.
///
/// A line without its line feed at the end of the file is what a kill left of a line, and is dropped. When the log is
/// opened it is written anew, with what still matters. Nothing is flushed to the disk: what a power failure takes is made
/// again from the events of the store, which are flushed.
struct NotificationLog: Sendable {
    /// What a log tells.
    struct Content: Sendable {
        var outbox: NotificationOutbox
        /// Where notifications go; nil for nowhere.
        var destination: URL?
        /// Why the address that stands in the log is none that notifications can go to.
        var refusedDestination: HTTPAddressError?
        /// The number of the last event that needs no notification any more: it has one, or was to have none.
        var lastEvent = 0
        /// Which file was read; nil if there was none.
        var stamp: Stamp?

        /// Takes an address from the log. A bad one must not keep the store from being opened.
        mutating func redirect(to text: String?) {
            (destination, refusedDestination) = (nil, nil)
            do {
                destination = try text.map { text throws(HTTPAddressError) in try HTTPAddress(text).url }
            } catch {
                refusedDestination = error
            }
        }
    }

    /// Tells whether a file is still as it was read.
    struct Stamp: Equatable {
        let length: UInt64
        let modified: Date

        init?(_ url: URL) {
            guard let found = try? FileManager.default.attributesOfItem(atPath: url.path),
                let length = found[.size] as? UInt64, let modified = found[.modificationDate] as? Date
            else { return nil }
            (self.length, self.modified) = (length, modified)
        }
    }

    private let url: URL
    private let handle: FileHandle

    /// Opens a log, or begins one.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - schedule: When failed notifications are tried again.
    ///   - known: What was read before; it counts if the file has not changed since, which spares reading it twice.
    /// - Throws: `fileUnusable`; `fileDamaged` for a log with a line that this type did not write.
    static func open(
        at url: URL,
        schedule: NotificationRetrySchedule,
        known: Content? = nil
    ) throws(StoreServerError) -> (NotificationLog, Content) {
        let isKnown = known?.stamp != nil && known?.stamp == Stamp(url)
        let content = if isKnown, let known { known } else { try content(at: url, schedule: schedule) }
        do {
            let draft = url.appendingPathExtension("new")
            try? FileManager.default.removeItem(at: draft)
            guard
                FileManager.default.createFile(
                    atPath: draft.path,
                    contents: summary(of: content),
                    attributes: [.posixPermissions: 0o600]
                ), rename(draft.path, url.path) == 0
            else { throw CocoaError(.fileWriteUnknown) }
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            return (NotificationLog(url: url, handle: handle), content)
        } catch {
            throw StoreServerError(.fileUnusable, "\(url.path) cannot be used: \(error.localizedDescription)")
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
            try read(try Data(contentsOf: url), into: &content)
            return content
        } catch let error as DamagedLine {
            throw StoreServerError(
                .fileDamaged,
                "line \(error.number) of \(url.path) cannot be read; move the file away, and only notifications that "
                    + "wait are lost"
            )
        } catch {
            throw StoreServerError(.fileUnusable, "\(url.path) cannot be used: \(error.localizedDescription)")
        }
    }

    /// A notification was taken for delivery.
    func added(_ notification: OutgoingNotification) throws(StoreServerError) {
        try write(["add": notification.json])
    }

    /// An attempt ended.
    func attempted(_ id: String, _ result: NotificationSendResult) throws(StoreServerError) {
        try write(["attempt": ["id": .string(id), "result": .string(result.rawValue)]])
    }

    /// Notifications of events after this one go elsewhere.
    func destined(_ destination: URL?, lastEvent: Int) throws(StoreServerError) {
        try write(Self.line(destination, lastEvent))
    }

    private func write(_ line: JSONValue) throws(StoreServerError) {
        do {
            try handle.write(contentsOf: line.jsonData + Data([UInt8(ascii: "\n")]))
        } catch {
            throw StoreServerError(.fileUnusable, "cannot write \(url.path): \(error.localizedDescription)")
        }
    }

    // MARK: Reading

    private struct DamagedLine: Error {
        let number: Int
    }

    private static func read(_ data: Data, into content: inout Content) throws {
        guard let end = data.lastIndex(of: UInt8(ascii: "\n")) else { return }
        let lines = data[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let object = (try? JSONValue(parsing: line))?.object, apply(object, to: &content) else {
                throw DamagedLine(number: index + 1)
            }
        }
    }

    /// Returns false for a line that means nothing.
    private static func apply(_ line: JSONObject, to content: inout Content) -> Bool {
        if let added = line[object: "add"] {
            guard let notification = OutgoingNotification(json: added) else { return false }
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
        content.redirect(to: line[string: "destination"])
        content.lastEvent = max(content.lastEvent, lastEvent)
        return true
    }

    private static func summary(of content: Content) -> Data {
        let notifications = content.outbox.finished + content.outbox.waiting
        let lines = [line(content.destination, content.lastEvent)] + notifications.map { ["add": $0.json] }
        return Data(lines.map { $0.serialized() + "\n" }.joined().utf8)
    }

    private static func line(_ destination: URL?, _ lastEvent: Int) -> JSONValue {
        [
            "destination": destination.map { .string($0.absoluteString) } ?? .null,
            "lastEvent": .number(JSONNumber(lastEvent)),
        ]
    }
}
