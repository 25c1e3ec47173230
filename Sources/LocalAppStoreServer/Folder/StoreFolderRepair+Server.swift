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
        return [log, keys, clock, notifications, address].compactMap { $0 }
    }

    /// Mends what was found.
    ///
    /// - Returns: Where the damaged file is kept.
    /// - Throws: `journalFailed`, `folderUnusable`; then the file is as it was.
    package func mend(_ damage: StoreFolderDamage) throws(StoreError) -> URL {
        damage.remedy == .cut ? try cut(damage) : try setAside(damage.file)
    }

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

    private var notifications: StoreFolderDamage? {
        do {
            _ = try NotificationLog.content(at: file("notifications.jsonl"), schedule: .usual(in: .sandbox))
            return nil
        } catch {
            return StoreFolderDamage(file: "notifications.jsonl", reason: error.reason, remedy: .setAside)
        }
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
