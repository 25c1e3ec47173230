#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why the system did not do what it was asked for.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error number, for example `ENOSPC` on a full disk.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    /// That of the call that failed last.
    static var last: SystemFailure { SystemFailure(number: errno) }

    /// What the system says.
    package var description: String { String(cString: strerror(number)) }
}
