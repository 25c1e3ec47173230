#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How large the window of a terminal is.
package struct WindowSize: Sendable {
    /// How many columns a line has; at least one.
    package let columns: Int

    /// Of the window that an open file leads to; nil if it leads to none.
    package init?(descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        columns = Int(size.ws_col)
    }
}
