#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is not there yet.
///
/// It gets its name when all of it is on the disk. Neither a full disk nor a kill nor a power failure leaves half of one, which
/// whoever reads it next would take for the whole, and of two that make it at once, the first one's stays.
package struct NewFile: Sendable {
    /// Where it will be.
    package let path: String

    package init(path: String) { self.path = path }

    /// Writes all of it.
    ///
    /// - Parameters:
    ///   - content: What will be in it.
    ///   - permissions: Who may do what with it from its first moment, less what the process's mask takes away.
    /// - Throws: ``SystemFailure``, `EEXIST` if something has the name; then nothing was made.
    package func write(_ content: some Collection<UInt8>, permissions: UInt16) throws(SystemFailure) {
        let draft = "\(FileFolder(of: path).path)/.purser-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        guard descriptor >= 0 else { throw .last }
        defer { unlink(draft) }
        try Self.fill(descriptor, with: Array(content))
        try take(draft)
    }

    /// Gives its name to a finished file beside it.
    ///
    /// - Throws: ``SystemFailure``, `EEXIST` if something has the name; then the file is as it was. Where the disk knows links,
    ///   it still has its own name when this returns.
    package func take(_ finished: String) throws(SystemFailure) {
        // A link never replaces.
        if link(finished, path) != 0 {
            let refusal = SystemFailure.last
            // Some file systems give a file one name only.
            let needsAnotherWay = [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(refusal.number)
            guard needsAnotherWay, access(path, F_OK) != 0 else { throw refusal }
            guard rename(finished, path) == 0 else { throw .last }
        }
        // Where a folder cannot be flushed, the name comes to the disk in its own time.
        try? FileFolder(of: path).flush()
    }

    private static func put(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    private static func fill(_ descriptor: Int32, with content: [UInt8]) throws(SystemFailure) {
        do throws(SystemFailure) {
            var rest = content[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Self.put($0, descriptor) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw count == 0 ? SystemFailure(number: EIO) : .last }
                rest = rest.dropFirst(count)
            }
            // Some file systems have nothing to flush.
            guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
        } catch {
            close(descriptor)
            throw error
        }
        // And some tell only now that they could not keep it.
        guard close(descriptor) == 0 else { throw .last }
    }
}
