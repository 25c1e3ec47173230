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
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseUnusable`: it cannot be made, is a file, or nobody may look for it.
    func prepareFolder() throws(PurchaseServerError) {
        guard try folder.isThere() else { return try makeFolder() }
        let files = FileManager.default
        var isFolder: ObjCBool = false
        _ = files.fileExists(atPath: folder.path, isDirectory: &isFolder)
        guard isFolder.boolValue else {
            throw PurchaseServerError(.databaseUnusable, "\(folder.lastPathComponent) is a file; name a folder")
        }
        let ours = Set(Self.endings.map { database.lastPathComponent + $0 })
        guard let found = try? files.contentsOfDirectory(atPath: folder.path), ours.isSuperset(of: found) else {
            return
        }
        // Somebody else's folder stays as it is; the files in it are closed all the same.
        try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }

    /// What root makes belongs to whom the folder belongs that it lies in.
    private func makeFolder() throws(PurchaseServerError) {
        var missing: [URL] = []
        var place = folder
        while !FileManager.default.fileExists(atPath: place.path) {
            missing.append(place)
            place = place.deletingLastPathComponent()
        }
        let owner = FileOwner(of: place)
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw PurchaseServerError(
                .databaseUnusable,
                "the folder of \(database.lastPathComponent) cannot be made; name one that may be made or written to"
            )
        }
        for folder in missing { owner?.take(folder: folder) }
    }

    /// Makes the database as an empty file where it is missing, so that it never is for others to read.
    func prepareDatabase() {
        let descriptor = make("")
        if descriptor >= 0 { close(descriptor) }
        shutOthersOut()
    }

    /// Makes a file that is not there yet, for its owner only. What root makes belongs to whom the database belongs.
    ///
    /// - Parameter ending: What its name has behind that of the database.
    /// - Returns: Its descriptor; below 0, with `errno`, if it is there already or cannot be made.
    func make(_ ending: String) -> Int32 {
        let owner = FileOwner(of: database)
        let descriptor = open(database.path + ending, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { owner?.take(descriptor) }
        return descriptor
    }

    /// Takes from everybody else what is there. What a link names stays as it is: it may be anybody's file.
    ///
    /// It opens none of them: closing a database or its `-shm` again would end SQLite's locks on it in this whole process.
    private func shutOthersOut() {
        for ending in Self.endings { _ = fchmodat(AT_FDCWD, database.path + ending, 0o600, AT_SYMLINK_NOFOLLOW) }
    }
}
