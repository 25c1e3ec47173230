import Foundation

/// A file that is not there yet.
///
/// It gets its name when all of it is written. A full disk or a kill leaves no half of one, which the next command would
/// take for the whole, and of two commands that make it at once, the first one's stays.
struct NewFile {
    let path: String

    /// Why it was not made.
    struct Failure: Error, Hashable, CustomStringConvertible {
        /// The system's error number; `EEXIST` if something has the name.
        let number: Int32

        var description: String { String(cString: strerror(number)) }
    }

    /// Writes all of it.
    ///
    /// - Parameter mode: Who may do what with it from its first moment, less what the process's mask takes away.
    /// - Throws: ``Failure``; then nothing was made.
    func write(_ data: Data, mode: mode_t) throws(Failure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let draft = folder.appendingPathComponent(".purser-\(UUID().uuidString)").path
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { unlink(draft) }
        try fill(descriptor, with: data)
        // A link never replaces.
        guard link(draft, path) != 0 else { return }
        let refusal = Failure(number: errno)
        // Some file systems give a file one name only.
        let needsAnotherWay = [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(refusal.number)
        guard needsAnotherWay, access(path, F_OK) != 0 else { throw refusal }
        guard rename(draft, path) == 0 else { throw Failure(number: errno) }
    }

    private func fill(_ descriptor: Int32, with data: Data) throws(Failure) {
        defer { close(descriptor) }
        let stream = StandardStream(descriptor: descriptor)
        stream.write(data)
        stream.finish(descriptor)
        if let failure = stream.failure { throw Failure(number: failure.number) }
        // Some file systems have nothing to flush.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Failure(number: errno) }
    }
}
