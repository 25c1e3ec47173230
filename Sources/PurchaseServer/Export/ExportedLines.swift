import Foundation

/// The lines of one file of an export, written as they come.
final class ExportedLines {
    private let file: URL
    private let handle: FileHandle
    private var waiting = Data()
    private var count = 0

    /// Makes the file, for its owner alone.
    ///
    /// - Throws: ``ImportError``, code `folder-unusable`.
    init(_ file: URL) throws(ImportError) {
        let isMade = FileManager.default.createFile(
            atPath: file.path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade, let handle = FileHandle(forWritingAtPath: file.path) else { throw Self.unwritable(file) }
        (self.file, self.handle) = (file, handle)
    }

    deinit { try? handle.close() }

    /// - Throws: ``ImportError``, code `folder-unusable`.
    func append(_ line: Data) throws(ImportError) {
        waiting.append(line)
        count += 1
        if waiting.count > 262_144 { try write() }
    }

    /// Brings everything to the disk.
    ///
    /// - Returns: How many lines there are.
    /// - Throws: ``ImportError``, code `folder-unusable`.
    func finish() throws(ImportError) -> Int {
        try write()
        do { try handle.synchronize() } catch { throw Self.unwritable(file) }
        return count
    }

    private func write() throws(ImportError) {
        do { try handle.write(contentsOf: waiting) } catch { throw Self.unwritable(file) }
        waiting.removeAll(keepingCapacity: true)
    }

    static func unwritable(_ file: URL) -> ImportError {
        ImportError(.folderUnusable, "\(file.lastPathComponent) cannot be written; make room, or name another folder")
    }
}
