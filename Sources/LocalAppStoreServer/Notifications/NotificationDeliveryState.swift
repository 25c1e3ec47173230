import AppStoreModels
import Foundation

/// What a delivery knows, behind its lock: the outbox, where it goes, and the file that tells both.
struct NotificationDeliveryState: Sendable {
    var outbox: NotificationOutbox
    var addresses: NotificationAddresses
    var log: NotificationLog?
    /// Why a line could not be written. Until the log is written anew no other line is: it would follow half a one.
    var failure: StoreServerError?
    /// How often somebody has looked at the failure.
    var looks = 0

    /// Writes to the log, if there is one; a failure is kept for ``NotificationDelivery/check()``.
    mutating func write(_ body: (NotificationLog) throws(StoreServerError) -> Void) {
        guard let log, failure == nil else { return }
        do {
            try body(log)
        } catch {
            miss(error)
        }
    }

    /// Writes to the log, if there is one, what has not happened yet.
    ///
    /// - Throws: `fileUnusable`, also if something else is missing in the log and still cannot be written; then it must not
    ///   happen.
    mutating func writeFirst(_ body: (NotificationLog) throws(StoreServerError) -> Void) throws(StoreServerError) {
        try mendLog()
        guard let log else { return }
        do {
            try body(log)
        } catch {
            miss(error)
            // At once, so that a restart does not find what was refused. If it fails, whoever looks tries again.
            try? mendLog()
            throw error
        }
    }

    /// Something is missing in the log.
    mutating func miss(_ error: StoreServerError) { (failure, looks) = (error, 0) }

    /// Keeps the log short; called when it tells what the outbox holds.
    func shortenLog() {
        if failure == nil { log?.shorten(to: outbox, addresses.two, versionOne: addresses.one) }
    }

    /// Writes the log anew if a line is missing in it.
    mutating func mendLog() throws(StoreServerError) {
        guard failure != nil, let log else { return }
        do {
            try log.rewrite(as: outbox, addresses.two, versionOne: addresses.one)
            failure = nil
        } catch {
            failure = error
            throw error
        }
    }
}
