import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that only its owner may read, open for writing.
final class DiskFile: Sendable {
    private let disk: StoreDisk
    private let descriptor: Int32
    private let path: String

    /// Opens a file; without `O_CREAT` it must be there.
    init(_ url: URL, _ flags: Int32, on disk: StoreDisk) throws(StoreError) {
        self.disk = disk
        path = url.path
        let result = disk.open(path, flags)
        descriptor = Int32(clamping: result)
        guard result >= 0 else { throw .cannot("open", path, result) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes; the bytes are on the disk only after ``flush()``.
    func write(_ data: Data) throws(StoreError) {
        var rest = data[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { disk.write(descriptor, $0) }
            if written == -Int(EINTR) { continue }
            // A disk that takes nothing without saying why would be asked for ever.
            guard written > 0 else { throw .cannot("write", path, written < 0 ? written : -Int(EIO)) }
            rest = rest.dropFirst(written)
        }
    }

    func flush() throws(StoreError) {
        try check(disk.flush(descriptor), "flush")
    }

    func cut(to length: Int) throws(StoreError) {
        try check(disk.cut(descriptor, length), "cut the torn end off")
    }

    /// The first bytes of the file, whatever its name is by now.
    func read(_ length: Int) throws(StoreError) -> Data {
        var data = Data(count: length)
        var position = 0
        while position < length {
            let count = data.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes.baseAddress.map { $0 + position }, length - position, off_t(position))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannot("read", path, count < 0 ? -Int(errno) : -Int(EIO)) }
            position += count
        }
        return data
    }

    /// Gives the file another name, in the place of what has that name; it survives a power failure under it.
    func rename(_ old: URL, to new: URL) throws(StoreError) {
        try check(disk.rename(old.path, new.path), "rename")
        try syncFolder(of: new)
    }

    /// A new name survives a power failure only when its folder is flushed too.
    private func syncFolder(of url: URL) throws(StoreError) {
        let folder = url.deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannot("open", folder, -Int(errno)) }
        defer { close(descriptor) }
        let result = disk.flush(descriptor)
        guard result >= 0 else { throw .cannot("flush the folder", folder, result) }
    }

    private func check(_ result: Int, _ action: String) throws(StoreError) {
        guard result < 0 else { return }
        throw .cannot(action, path, result)
    }
}

extension StoreError {
    /// - Parameter result: The negated error of the operating system.
    fileprivate static func cannot(_ action: String, _ path: String, _ result: Int) -> StoreError {
        let text = String(cString: strerror(Int32(clamping: -result)))
        return StoreError(.journalFailed, "\(path): cannot \(action): \(text)")
    }
}

/// Writes a file that nobody but the owner can read at any moment, and that is there wholly or, after a crash, as it was.
///
/// - Returns: The file, for writing more.
@discardableResult
func replaceFile(_ url: URL, with data: Data, on disk: StoreDisk) throws(StoreError) -> DiskFile {
    let draft = url.appendingPathExtension("new")
    let file = try draftFile(draft, with: data, on: disk)
    do {
        try file.rename(draft, to: url)
    } catch {
        try? FileManager.default.removeItem(at: draft)
        throw error
    }
    return file
}

/// Writes a file that only its owner can read, in the place of a draft that a crash left; it is on the disk, to be renamed.
/// What could not be written wholly does not stay and take room.
func draftFile(_ url: URL, with data: Data, on disk: StoreDisk) throws(StoreError) -> DiskFile {
    try? FileManager.default.removeItem(at: url)
    let file = try DiskFile(url, O_CREAT | O_EXCL | O_APPEND, on: disk)
    do {
        try file.write(data)
        try file.flush()
    } catch {
        try? FileManager.default.removeItem(at: url)
        throw error
    }
    return file
}
