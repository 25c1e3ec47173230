import Crypto
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps servers with different settings off one database: what one accepts the other would refuse, turn by turn.
///
/// Servers of the same settings may share it. Beside the database lies a file that each locks as long as it runs, with a
/// digest of the settings in it.
final class FolderLock: Sendable {
    private let descriptor: Int32
    private let name: String
    /// Whether nobody else may use the folder as long as this is held.
    private let isAlone: Bool
    /// Whether others used the folder when this was taken.
    let isShared: Bool

    /// - Parameters:
    ///   - databaseFile: The database; its folder is there.
    ///   - settings: A digest of all that two servers must agree on.
    ///   - tries: How often it looks whether another one is done with it, 10 milliseconds apart.
    /// - Throws: ``PurchaseServerError``, code `folderInUse` or `databaseUnusable`.
    init(databaseFile: URL, settings: String, tries: Int = 100) throws(PurchaseServerError) {
        (name, isAlone) = (databaseFile.lastPathComponent, false)
        descriptor = try Self.opened(databaseFile)
        isShared = flock(descriptor, LOCK_EX | LOCK_NB) != 0
        if !isShared {
            guard write(settings) else {
                throw PurchaseServerError(.databaseUnusable, "\(name).lock cannot be written; make room on its disk")
            }
        } else if read() != settings {
            throw PurchaseServerError(
                .folderInUse,
                "another server with other settings uses \(name); end it, give both the same, or name another folder"
            )
        }
        guard share(tries), read() == settings else { throw Self.isTaken(name) }
    }

    /// Beside whoever uses the folder, whatever their settings: for work that is by none of them. Nobody gets the folder for
    /// themselves meanwhile, and a server that starts has the settings of the last one.
    ///
    /// - Parameters:
    ///   - databaseFile: The database; its folder is there.
    ///   - tries: How often it looks whether another one is done with it, 10 milliseconds apart.
    /// - Throws: ``PurchaseServerError``, code `folderInUse` or `databaseUnusable`.
    init(beside databaseFile: URL, tries: Int = 100) throws(PurchaseServerError) {
        (name, isAlone, isShared) = (databaseFile.lastPathComponent, false, true)
        descriptor = try Self.opened(databaseFile)
        guard share(tries) else { throw Self.isTaken(name) }
    }

    /// A lock that is there is opened only as a file of its own: root writes to it in a folder of another user's, who could
    /// have put a link to any file there.
    private static func opened(_ databaseFile: URL) throws(PurchaseServerError) -> Int32 {
        let name = databaseFile.lastPathComponent
        var descriptor = PrivateFiles(database: databaseFile).make(".lock")
        if descriptor < 0, errno == EEXIST {
            descriptor = open(databaseFile.path + ".lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard descriptor >= 0 else {
            let code = errno
            guard code != ELOOP else { throw isNoFile(name, "a link") }
            let reason = String(cString: strerror(code))
            throw PurchaseServerError(.databaseUnusable, "\(name).lock cannot be opened (\(reason)); run as its owner")
        }
        if let flaw = FileKind.flaw(of: descriptor) {
            close(descriptor)
            throw isNoFile(name, flaw)
        }
        return descriptor
    }

    private static func isNoFile(_ name: String, _ what: String) -> PurchaseServerError {
        PurchaseServerError(.databaseUnusable, "\(name).lock is \(what); end every server of this folder and remove it")
    }

    /// Where another server has the lock for the moment of writing its settings down, this waits for that moment, and no
    /// longer: a restore keeps it for as long as it takes.
    private func share(_ tries: Int) -> Bool {
        for _ in 1..<max(tries, 1) {
            if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return true }
            usleep(10_000)
        }
        return flock(descriptor, LOCK_SH | LOCK_NB) == 0
    }

    /// The folder for one program alone; it waits for nobody.
    ///
    /// - Parameters:
    ///   - databaseFile: The database; its folder is there.
    ///   - work: What is done meanwhile, for the error.
    /// - Throws: ``PurchaseServerError``, code `folderInUse` while a server runs, or `databaseUnusable`.
    init(alone databaseFile: URL, for work: String) throws(PurchaseServerError) {
        (name, isAlone, isShared) = (databaseFile.lastPathComponent, true, false)
        descriptor = try Self.opened(databaseFile)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Self.inUse(name, work)
        }
    }

    /// Does something while no other program uses the folder; it waits for nobody.
    ///
    /// - Throws: ``PurchaseServerError``, code `folderInUse`, while another one does, and then this is no lock any more; what
    ///   `body` throws.
    func alone<Value>(for work: String, _ body: () throws -> Value) throws -> Value {
        guard !isAlone else { return try body() }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Self.inUse(name, work) }
        defer { _ = flock(descriptor, LOCK_SH) }
        return try body()
    }

    private static func isTaken(_ name: String) -> PurchaseServerError {
        PurchaseServerError(
            .folderInUse,
            "another program has \(name) for itself (a server that begins, a restore, a migration); "
                + "wait until it is done and start again"
        )
    }

    private static func inUse(_ name: String, _ work: String) -> PurchaseServerError {
        PurchaseServerError(.folderInUse, "a server uses \(name); end it before you \(work)")
    }

    deinit {
        guard descriptor >= 0 else { return }
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private func write(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard ftruncate(descriptor, 0) == 0 else { return false }
        return bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == bytes.count
    }

    private func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
