import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a store's folder asks of the operating system when it writes, so that tests can let any of it fail.
///
/// Each function answers as its system call does, with the error in place of `errno`: a negative number is the negated error.
package struct StoreDisk: Sendable {
    /// Opens a file for reading and writing, readable by its owner only: path, further flags; the descriptor.
    package let open: @Sendable (String, Int32) -> Int
    /// Writes bytes at the end: how many were written, maybe fewer than wanted.
    package let write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    /// Waits until a file, or a folder, is on the disk.
    package let flush: @Sendable (Int32) -> Int
    /// Makes a file so many bytes long.
    package let cut: @Sendable (Int32, Int) -> Int
    /// Gives a file another name, in the place of what has that name.
    package let rename: @Sendable (String, String) -> Int

    package init(
        open: @escaping @Sendable (String, Int32) -> Int,
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int,
        flush: @escaping @Sendable (Int32) -> Int,
        cut: @escaping @Sendable (Int32, Int) -> Int,
        rename: @escaping @Sendable (String, String) -> Int
    ) {
        self.open = open
        self.write = write
        self.flush = flush
        self.cut = cut
        self.rename = rename
    }

    /// The disk of this machine.
    package static let system = StoreDisk(
        open: { path, flags in answer(posixOpen(path, flags | O_RDWR | O_CLOEXEC, 0o600)) },
        write: { descriptor, bytes in answer(posixWrite(descriptor, bytes.baseAddress, bytes.count)) },
        flush: { answer(fsync($0)) },
        cut: { descriptor, length in answer(ftruncate(descriptor, off_t(length))) },
        rename: { old, new in answer(posixRename(old, new)) }
    )

    private static func answer(_ result: some BinaryInteger) -> Int {
        result < 0 ? -Int(errno) : Int(result)
    }
}

// In a closure of the same name as a member these would be taken for the member.
private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func posixRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
