// On Linux the compiler finds `stat` in Dispatch or in Glibc, whichever it has read first.
import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What an open file is, for root: one that leads elsewhere is nothing to write to.
enum FileKind {
    /// Why a file is none that has one name and content of its own; nil if it is one.
    static func flaw(of descriptor: Int32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "no regular file" }
        return status.st_nlink > 1 ? "a link (a hard one)" : nil
    }
}
