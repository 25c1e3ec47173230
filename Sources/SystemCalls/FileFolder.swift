#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder that a file is in.
package struct FileFolder: Sendable {
    /// Where it is; a point for a file that is named without its folder.
    package let path: String

    /// - Parameter file: The path of the file, which need not be there.
    package init(of file: String) {
        guard let slash = file.lastIndex(of: "/") else {
            path = "."
            return
        }
        path = slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// Waits until the names of its files are on the disk: a new one survives a power failure only then.
    package func flush() throws(SystemFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .last }
    }
}
