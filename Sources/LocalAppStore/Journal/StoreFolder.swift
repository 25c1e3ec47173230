import AppStoreModels
package import AppStoreTrust
package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A store's folder: the log of events, its snapshot, the authority's keys, and a lock so that one process uses it at a time.
///
/// Everything in it is readable by its owner only.
final class StoreFolder: Sendable {
    let url: URL
    let disk: StoreDisk
    private let lockDescriptor: Int32

    /// Takes the folder, creating it if need be; it is free again when this value goes.
    init(_ url: URL, on disk: StoreDisk = .system) throws(StoreError) {
        self.url = url
        self.disk = disk
        do {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError(.folderUnusable, "cannot create \(url.path): \(error.localizedDescription)")
        }
        let path = url.appendingPathComponent("lock").path
        lockDescriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lockDescriptor >= 0 else {
            throw StoreError(.folderUnusable, "cannot open \(path): \(String(cString: strerror(errno)))")
        }
        guard flock(lockDescriptor, LOCK_EX | LOCK_NB) == 0 else {
            // Not closed here: every property has its value, so `deinit` runs and closes it. A second close would hit
            // whatever another thread has opened in between.
            throw StoreError(.folderInUse, "another process uses the store in \(url.path); stop it first")
        }
    }

    deinit {
        guard lockDescriptor >= 0 else { return }
        // A child process that is being started holds a copy of the descriptor until it runs, and with it the lock.
        _ = flock(lockDescriptor, LOCK_UN)
        close(lockDescriptor)
    }

    var journalURL: URL { url.appendingPathComponent("events.jsonl") }
    var snapshotURL: URL { url.appendingPathComponent("snapshot") }
    /// A snapshot that waits for its log; it takes the place of the other one once that is there.
    var nextSnapshotURL: URL { url.appendingPathComponent("snapshot.next") }
    /// A snapshot that is being written. Each number has a file of its own, so that one which came too
    /// late does not touch the next.
    func snapshotDraftURL(_ number: Int) -> URL { url.appendingPathComponent("snapshot-\(number).draft") }

    /// The authority of this folder; made on first use, valid for thirty years around `date`.
    ///
    /// - Parameter mayBeMade: Whether nothing can have been signed yet. New keys in the place of lost ones would make
    ///   every receipt issued before a foreign one.
    func authority(name: String, date: Date, mayBeMade: Bool) throws(StoreError) -> CertificateAuthority {
        let file = url.appendingPathComponent("authority.pem")
        guard mayBeMade || FileManager.default.fileExists(atPath: file.path) else {
            throw StoreError(
                .folderUnusable,
                "the store's keys, \(file.path), are gone; put them back, or begin with an empty folder"
            )
        }
        do {
            if FileManager.default.fileExists(atPath: file.path) {
                try Self.checkSecret(file)
                return try CertificateAuthority(pem: String(contentsOf: file, encoding: .utf8))
            }
            let authority = try CertificateAuthority.makeForStore(name: name, around: date)
            try replaceFile(file, with: Data(authority.pem.utf8), on: disk)
            return authority
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.folderUnusable, "the store's keys in \(file.path) cannot be used: \(error)")
        }
    }

    /// Writes the authority down in the place of the one that is there.
    func replace(_ authority: CertificateAuthority) throws(StoreError) {
        let file = url.appendingPathComponent("authority.pem")
        do {
            try replaceFile(file, with: Data(authority.pem.utf8), on: disk)
        } catch {
            throw StoreError(.folderUnusable, "the store's keys in \(file.path) cannot be written: \(error)")
        }
    }

    /// Whether a file of a store is there.
    ///
    /// - Throws: `folderUnusable` if nobody may look for it.
    static func isThere(_ file: URL) throws(StoreError) -> Bool {
        try FilePresence(of: file.path).isThere(orThrow: { StoreError(.folderUnusable, $0) })
    }

    /// Refuses a file of keys that others can read: they could sign as this store.
    static func checkSecret(_ file: URL) throws(StoreError) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o077 != 0 else { return }
        throw StoreError(
            .folderUnusable,
            "the store's keys, \(file.path), have mode \(String(mode, radix: 8)): others could sign as this store; "
                + "run `chmod 600` on the file, or begin with an empty folder if the keys may have been read"
        )
    }
}

extension CertificateAuthority {
    /// An authority whose certificates are valid for ten years before and twenty years after a date.
    package static func makeForStore(name: String, around date: Date) throws(TrustError) -> CertificateAuthority {
        try make(
            name: name,
            validFrom: date.addingTimeInterval(-10 * 365 * 86_400),
            validUntil: date.addingTimeInterval(20 * 365 * 86_400)
        )
    }
}
