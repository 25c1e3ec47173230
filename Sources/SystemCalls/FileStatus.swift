#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the system says of a file.
///
/// Its module imports nothing but the C library: on Linux, Foundation and Dispatch know `stat`, too, and which of them the
/// compiler finds it in depends on what it has read first.
package struct FileStatus: Sendable {
    /// Whether it is a file with content, neither folder nor device nor link.
    package let isRegular: Bool
    /// How many names it has.
    package let nameCount: Int
    /// The number of the user whose it is.
    package let user: UInt32
    /// The number of the group whose it is.
    package let group: UInt32

    /// Of an open file; nil if the system does not say.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of the file at a path, or of what a link there leads to; nil if nothing is there or may be seen.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        isRegular = status.st_mode & S_IFMT == S_IFREG
        nameCount = Int(status.st_nlink)
        (user, group) = (status.st_uid, status.st_gid)
    }
}
