import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps a database and what lies beside it to their owner: receipts say who bought what.
struct PrivateFiles {
    let database: URL

    /// What SQLite and this server put beside a database.
    private static let endings = ["", "-wal", "-shm", "-journal", ".lock", CleanStop.ending]

    private var folder: URL { database.deletingLastPathComponent() }

    /// Makes the folder, for its owner only, where it is missing. One that is there and holds nothing else is made so.
    func prepareFolder() throws {
        let files = FileManager.default
        guard files.fileExists(atPath: folder.path) else {
            try files.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return
        }
        let ours = Set(Self.endings.map { database.lastPathComponent + $0 })
        guard let found = try? files.contentsOfDirectory(atPath: folder.path), ours.isSuperset(of: found) else {
            return
        }
        // Somebody else's folder stays as it is; the files in it are closed all the same.
        try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }

    /// Makes the database as an empty file where it is missing, so that it never is for others to read.
    func prepareDatabase() {
        let descriptor = open(database.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        shutOthersOut()
    }

    /// Takes from everybody else what is there.
    private func shutOthersOut() {
        for ending in Self.endings {
            let path = database.path + ending
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
    }
}
