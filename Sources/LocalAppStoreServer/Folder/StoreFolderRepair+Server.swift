import AppStoreModels
package import Foundation
package import LocalAppStore

extension StoreFolderRepair {
    /// Everything in the folder that keeps the store from opening: the log of events first, then the server's own files.
    /// Nothing is changed.
    ///
    /// - Throws: `folderUnusable` if a file cannot be read at all.
    package func allDamage() throws(StoreError) -> [StoreFolderDamage] {
        let log = try damage()
        return [log, keys, clock, notifications(besides: log), address].compactMap { $0 }
    }

    /// Mends what was found.
    ///
    /// - Returns: Where the damaged file is kept.
    /// - Throws: `journalFailed`, `folderUnusable`; then the file is as it was.
    package func mend(_ damage: StoreFolderDamage) throws(StoreError) -> URL {
        guard damage.remedy == .cut else { return try setAside(damage.file) }
        return damage.file == Self.notificationLog ? try cutNotifications() : try cut(damage)
    }

    private static let notificationLog = "notifications.jsonl"

    private func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    private var keys: StoreFolderDamage? {
        do {
            _ = try LocalAppStore.authority(inFolder: url)
            return nil
        } catch {
            return StoreFolderDamage(file: "authority.pem", reason: error.reason, remedy: .none)
        }
    }

    private var clock: StoreFolderDamage? {
        do {
            _ = try ClockFile(url: file("clock.json")).load()
            return nil
        } catch {
            return StoreFolderDamage(file: "clock.json", reason: error.reason, remedy: .setAside)
        }
    }

    /// - Parameter log: The damage of the log of events. What is cut off there takes its notifications with it: later events
    ///   get the same numbers, and notifications of the same number are taken for one.
    private func notifications(besides log: StoreFolderDamage?) -> StoreFolderDamage? {
        let content: NotificationLog.Content
        do {
            content = try NotificationLog.content(at: file(Self.notificationLog), schedule: .usual(in: .sandbox))
        } catch {
            return StoreFolderDamage(file: Self.notificationLog, reason: error.reason, remedy: .setAside)
        }
        guard log?.remedy == .cut, let last = try? lastGoodEvent() else { return nil }
        let count = content.notificationCount(afterEvent: last)
        guard count > 0 else { return nil }
        let reason = "notifications of events that would be lost, which would be lost with them: \(count)"
        return StoreFolderDamage(file: Self.notificationLog, reason: reason, remedy: .cut)
    }

    private func cutNotifications() throws(StoreError) -> URL {
        let last = try lastGoodEvent()
        let copy = try keepCopy(of: Self.notificationLog)
        do {
            try NotificationLog.forget(eventsAfter: last, at: file(Self.notificationLog))
        } catch {
            throw StoreError(.folderUnusable, error.reason)
        }
        return copy
    }

    private var address: StoreFolderDamage? {
        do {
            _ = try StoreAddressFile(folder: url).load()
            return nil
        } catch  where error.code == .stopped {
            return nil
        } catch {
            return StoreFolderDamage(file: "server.json", reason: error.reason, remedy: .setAside)
        }
    }
}
