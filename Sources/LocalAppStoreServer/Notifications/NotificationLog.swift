import AppStoreModels
import Foundation
import Locking

/// The outbox on disk: one JSON object a line, so that a notification that was not delivered before a SIGKILL is delivered
/// after the restart.
///
/// A line without its line feed at the end of the file is what a kill left of a line, and is dropped. When the log is much
/// longer than what is remembered it is written anew with that, a few lines with every line that is added, so that nobody
/// waits for it. Notifications are not flushed to the disk one by one: what a power failure takes of them is made again from
/// the events of the store, which are flushed. So ``flush()`` comes before the store forgets events.
struct NotificationLog: Sendable {
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

    /// The file that is written to.
    private struct Writing: Sendable {
        var handle: FileHandle
        /// How many bytes the file has.
        var length: Int
        /// The number of the last event that needs no notification any more.
        var lastEvent: Int
        /// What is to take the place of the file.
        var draft: NotificationLogDraft?
        /// At which length it is tried again to make the file short, after that failed.
        var nextDraft = 0
    }

    private let url: URL
    private let writing: Locked<Writing>

    private init(url: URL, writing: Writing) {
        self.url = url
        self.writing = Locked(writing)
    }

    /// A log whose file is at a place and open elsewhere, for tests.
    init(url: URL, writingTo handle: FileHandle) {
        self.init(url: url, writing: Writing(handle: handle, length: 0, lastEvent: 0))
    }

    /// So much longer than what is remembered a log may be, and twice as long.
    static let slack = 1 << 20

    /// Opens a log, or begins one.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - schedule: When failed notifications are tried again.
    ///   - known: What was read before; it counts if the file has not changed since, which spares reading it twice.
    ///   - eventCount: How many events the store has. What the log tells of later ones, which were cut off, is forgotten.
    /// - Throws: `fileUnusable`; `fileDamaged` for a log with a line that this type did not write.
    static func open(
        at url: URL,
        schedule: NotificationRetrySchedule,
        known: Content? = nil,
        eventCount: Int = .max
    ) throws(StoreServerError) -> (NotificationLog, Content) {
        let isKnown = known?.stamp != nil && known?.stamp == Stamp(url)
        var content = if isKnown, let known { known } else { try content(at: url, schedule: schedule) }
        if content.lastEvent > eventCount {
            let count = content.notificationCount(afterEvent: eventCount)
            try forget(eventsAfter: eventCount, at: url)
            content = try self.content(at: url, schedule: schedule)
            content.forgottenCount = count
        }
        do {
            return (NotificationLog(url: url, writing: try begin(at: url, content)), content)
        } catch {
            throw StoreServerError(.fileUnusable, "\(url.path) cannot be used: \(error.localizedDescription)")
        }
    }

    /// The file as it is, if nothing is wrong with it; else a new one in its place.
    private static func begin(at url: URL, _ content: Content) throws -> Writing {
        if let length = content.stamp.flatMap({ Int(exactly: $0.length) }), length > 0, !content.isTorn,
            length <= longest(content.outbox)
        {
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            return Writing(handle: handle, length: length, lastEvent: content.lastEvent)
        }
        let addresses = (content.destination, content.versionOneDestination)
        var draft = try draft(of: url, content.outbox, addresses, content.lastEvent, tail: nil)
        let (handle, length) = try draft.finish(inPlaceOf: url)
        return Writing(handle: handle, length: length, lastEvent: content.lastEvent)
    }

    // MARK: Keeping it short

    /// How long a log may get before it is written anew.
    private static func longest(_ outbox: NotificationOutbox) -> Int { 2 * outbox.byteCount + slack }

    /// Goes on making the log short, if it is long.
    ///
    /// - Parameters:
    ///   - outbox: What the log tells, and nothing else.
    ///   - destination: Where notifications go.
    ///   - versionOne: Where those of version 1 go.
    ///   - pieces: How many notifications are written at once.
    ///   - isWanted: Whether it is to be made short although it is not long.
    /// - Returns: Whether there is nothing more to do.
    @discardableResult
    func shorten(
        to outbox: NotificationOutbox,
        _ destination: URL?,
        versionOne: URL? = nil,
        pieces: Int = 16,
        isWanted: Bool = false
    ) -> Bool {
        writing.withLock { writing in
            do {
                if writing.draft == nil {
                    guard isWanted || writing.length > max(Self.longest(outbox), writing.nextDraft) else { return true }
                    writing.draft = try Self.draft(
                        of: url,
                        outbox,
                        (destination, versionOne),
                        writing.lastEvent,
                        tail: writing.length
                    )
                }
                guard try writing.draft?.writeNext(pieces) != false else { return false }
                if let (handle, length) = try writing.draft?.takePlace(of: url) {
                    (writing.handle, writing.length) = (handle, length)
                }
            } catch {
                // The log is as good as before, and written on; perhaps there is room for a short one later.
                writing.draft?.remove()
                writing.nextDraft = writing.length + Self.slack
            }
            writing.draft = nil
            return true
        }
    }

    /// Writes the log anew at once, after a line could not be written.
    ///
    /// - Parameters:
    ///   - outbox: What the log is to tell, with what the lost lines would have told.
    ///   - destination: Where notifications go.
    ///   - versionOne: Where those of version 1 go.
    /// - Throws: `fileUnusable`, and the log is as it was.
    func rewrite(
        as outbox: NotificationOutbox,
        _ destination: URL?,
        versionOne: URL? = nil
    ) throws(StoreServerError) {
        do {
            try writing.withLock { writing in
                writing.draft?.remove()
                writing.draft = nil
                let addresses = (destination, versionOne)
                var draft = try Self.draft(of: url, outbox, addresses, writing.lastEvent, tail: nil)
                (writing.handle, writing.length) = try draft.finish(inPlaceOf: url)
            }
        } catch {
            throw unwritable(error)
        }
    }

    /// Whether the log is being made short.
    var isBeingShortened: Bool { writing.withLock { $0.draft != nil } }

    /// How many bytes the log has.
    var length: Int { writing.withLock { $0.length } }

    private static func draft(
        of url: URL,
        _ outbox: NotificationOutbox,
        _ addresses: (two: URL?, one: URL?),
        _ lastEvent: Int,
        tail: Int?
    ) throws -> NotificationLogDraft {
        try NotificationLogDraft(
            of: url,
            first: line(line(addresses, lastEvent)),
            outbox.finished + outbox.waiting,
            tail: tail
        )
    }

    /// A notification was taken for delivery.
    func added(_ notification: OutgoingNotification) throws(StoreServerError) { try added([notification]) }

    /// The notifications of one event were taken for delivery; written at once, so that a kill keeps all or none.
    func added(_ notifications: [OutgoingNotification]) throws(StoreServerError) {
        let last = notifications.lazy.compactMap(\.eventNumber).max() ?? 0
        try write(notifications.map { ["add": $0.logJSON] }, lastEvent: last)
    }

    /// An attempt ended.
    func attempted(_ id: String, _ result: NotificationSendResult) throws(StoreServerError) {
        try write([["attempt": ["id": .string(id), "result": .string(result.rawValue)]]])
    }

    /// Notifications of events after this one go elsewhere; on the disk when this returns, because no event tells it.
    func destined(_ destination: URL?, versionOne: URL? = nil, lastEvent: Int) throws(StoreServerError) {
        let before = length
        try write([Self.line((destination, versionOne), lastEvent)], lastEvent: lastEvent)
        do {
            try flush()
        } catch {
            cut(to: before)
            throw error
        }
    }

    /// Takes away what is refused, as far as that is possible: a restart shall not find it.
    private func cut(to length: Int) {
        writing.withLock { writing in
            guard (try? writing.handle.truncate(atOffset: UInt64(length))) != nil else { return }
            writing.length = length
        }
    }

    /// Waits until everything that was written is on the disk.
    func flush() throws(StoreServerError) {
        do {
            try writing.withLock { try $0.handle.synchronize() }
        } catch {
            throw unwritable(error)
        }
    }

    private func write(_ lines: [JSONValue], lastEvent: Int = 0) throws(StoreServerError) {
        let bytes = Data(lines.map(Self.line).joined())
        do {
            try writing.withLock { writing in
                // Also if the line is lost: the log is written anew then, with what it tells.
                writing.lastEvent = max(writing.lastEvent, lastEvent)
                try writing.handle.write(contentsOf: bytes)
                writing.length += bytes.count
            }
        } catch {
            throw unwritable(error)
        }
    }

    private func unwritable(_ error: any Error) -> StoreServerError {
        StoreServerError(.fileUnusable, "cannot write \(url.path): \(error.localizedDescription)")
    }

    /// The line that says that a notification is here.
    static func line(adding notification: OutgoingNotification) -> Data { line(["add": notification.logJSON]) }

    private static func line(_ json: JSONValue) -> Data { json.jsonData + Data([UInt8(ascii: "\n")]) }

    private static func line(_ addresses: (two: URL?, one: URL?), _ lastEvent: Int) -> JSONValue {
        var json: JSONObject = ["destination": addresses.two.map { .string($0.absoluteString) } ?? .null]
        json[string: "destinationV1"] = addresses.one?.absoluteString
        json["lastEvent"] = .number(JSONNumber(lastEvent))
        return .object(json)
    }
}
