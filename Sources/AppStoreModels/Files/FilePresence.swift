#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whether something is at a path.
///
/// `FileManager.fileExists` says no where this user may not look, too, and people would hear that nothing is in a folder of which
/// nobody can say.
package enum FilePresence: Sendable, Hashable {
    case there
    case missing
    /// The system does not say: what was seen, and what to do.
    case hidden(String)

    /// - Parameter path: A link is followed.
    package init(of path: String) {
        // Not by `stat`: Apple wants a reason for that from whoever links this module.
        self = access(path, F_OK) == 0 ? .there : Self(of: path, refusedWith: errno)
    }

    /// - Parameter number: The system's error number.
    init(of path: String, refusedWith number: Int32) {
        switch number {
        // A part of the path that is a file, a path that is too long, links in a circle: nothing can be there.
        case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: self = .missing
        case EACCES, EPERM: self = .hidden("\(path): this user may not look into its folder; run as the owner of that")
        default: self = .hidden("\(path) cannot be looked for (\(String(cString: strerror(number))))")
        }
    }

    /// - Parameter failure: Makes an error of what was seen where the system does not say.
    package func isThere<Failure: Error>(orThrow failure: (String) -> Failure) throws(Failure) -> Bool {
        switch self {
        case .there: return true
        case .missing: return false
        case .hidden(let reason): throw failure(reason)
        }
    }
}
