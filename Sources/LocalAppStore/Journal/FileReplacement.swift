import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that only its owner may read, open for writing.
final class OutputFile: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file; without `O_CREAT` it must be there.
    init(_ url: URL, _ flags: Int32) throws(StoreError) {
        path = url.path
        descriptor = open(path, flags | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError(.folderUnusable, "cannot open \(path): \(systemErrorText())") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes; the bytes are on the disk only after ``flush()``.
    func write(_ data: Data) throws(StoreError) {
        var rest = data[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            try check(Int32(clamping: written), "write")
            rest = rest.dropFirst(written)
        }
    }

    func flush() throws(StoreError) {
        try check(fsync(descriptor), "flush")
    }

    func cut(to length: Int) throws(StoreError) {
        try check(ftruncate(descriptor, off_t(length)), "cut the torn end off")
    }

    /// Gives the file another name, in the place of what has that name; it survives a power failure under it.
    func rename(_ old: URL, to new: URL) throws(StoreError) {
        try check(posixRename(old.path, new.path), "rename")
        try syncFolder(of: new)
    }

    private func check(_ result: Int32, _ action: String) throws(StoreError) {
        guard result < 0 else { return }
        throw StoreError(.journalFailed, "\(path): cannot \(action): \(systemErrorText())")
    }
}

/// Writes a file that nobody but the owner can read at any moment, and that is there wholly or, after a crash, as it was.
///
/// - Returns: The file, for writing more.
@discardableResult
func replaceFile(_ url: URL, with data: Data) throws(StoreError) -> OutputFile {
    let draft = url.appendingPathExtension("new")
    let file = try draftFile(draft, with: data)
    try file.rename(draft, to: url)
    return file
}

/// Writes a file that only its owner can read, in the place of a draft that a crash left; it is on the disk, to be renamed.
func draftFile(_ url: URL, with data: Data) throws(StoreError) -> OutputFile {
    try? FileManager.default.removeItem(at: url)
    let file = try OutputFile(url, O_CREAT | O_EXCL | O_APPEND)
    try file.write(data)
    try file.flush()
    return file
}

/// A new file survives a power failure only when its folder is flushed too.
private func syncFolder(of url: URL) throws(StoreError) {
    let path = url.deletingLastPathComponent().path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(.journalFailed, "cannot open \(path): \(systemErrorText())") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
        throw StoreError(.journalFailed, "cannot flush the folder \(path): \(systemErrorText())")
    }
}

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func posixRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }

private func systemErrorText() -> String { String(cString: strerror(errno)) }
