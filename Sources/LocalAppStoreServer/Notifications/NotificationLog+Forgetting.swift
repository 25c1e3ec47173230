import AppStoreModels
import Foundation

/// A store's log of events may be cut, and then other events get the numbers of those that were cut off. What is known of these
/// must go: by the number it would be taken for what is known of the others, which would have no notification.
extension NotificationLog {
    /// Takes what it tells of events after one out of a log that nobody has open.
    ///
    /// Line by line: what an attempt means for the next one depends on the store's environment, and so only who opens the store
    /// can write the rest anew.
    ///
    /// - Throws: `fileUnusable`, and the log is as it was.
    static func forget(eventsAfter last: Int, at url: URL) throws(StoreServerError) {
        do {
            let kept = lines(of: try Data(contentsOf: url, options: .mappedIfSafe), upToEvent: last)
            var draft = try NotificationLogDraft(of: url, first: kept, [], tail: nil)
            _ = try draft.finish(inPlaceOf: url)
        } catch {
            throw StoreServerError(.fileUnusable, "cannot write \(url.path): \(error.localizedDescription)")
        }
    }

    private static func lines(of log: Data, upToEvent last: Int) -> Data {
        var forgotten: Set<String> = []
        var kept = Data()
        // Without what a kill left of a line.
        for line in log.prefix(NotificationLogReader(log).end).split(separator: UInt8(ascii: "\n")) {
            let json = (try? JSONValue(parsing: line))?.object ?? [:]
            if let added = json[object: "add"], let number = added[integer: "eventSequence"], number > Int64(last) {
                if let id = added[string: "notificationUUID"] { forgotten.insert(id) }
                continue
            }
            if let id = json[object: "attempt"]?[string: "id"], forgotten.contains(id) { continue }
            kept += lowered(json, to: last) ?? line
            kept.append(UInt8(ascii: "\n"))
        }
        return kept
    }

    /// A line that says up to which event all have their notifications, with that event; nil if it says no later one.
    private static func lowered(_ line: JSONObject, to last: Int) -> Data? {
        guard let number = line[integer: "lastEvent"], number > Int64(last) else { return nil }
        var lowered = line
        lowered[integer: "lastEvent"] = Int64(last)
        return JSONValue.object(lowered).jsonData
    }
}

extension NotificationLog.Content {
    /// How many notifications it has of events after one.
    func notificationCount(afterEvent last: Int) -> Int {
        (outbox.finished + outbox.waiting).count { $0.eventNumber.map { $0 > last } ?? false }
    }
}
