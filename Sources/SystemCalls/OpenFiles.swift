#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The file descriptors of this process.
package enum OpenFiles {
    /// How many it may have; below 1 if the system does not say.
    package static let limit = sysconf(Int32(_SC_OPEN_MAX))
}
