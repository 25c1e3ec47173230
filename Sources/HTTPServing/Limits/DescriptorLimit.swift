#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How many of the process's file descriptors connections may take.
enum DescriptorLimit {
    /// Descriptors for everything else: databases, files, outgoing connections, event loops, refusals.
    static let reserve = 64

    /// The most connections that leave the reserve alone.
    ///
    /// - Parameters:
    ///   - wanted: How many the configuration asks for.
    ///   - descriptors: How many descriptors the process may have; below 1 if the system does not say.
    static func connections(wanted: Int, descriptors: Int = sysconf(Int32(_SC_OPEN_MAX))) -> Int {
        guard descriptors > 0 else { return wanted }
        return min(wanted, max(descriptors - reserve, 1))
    }
}
