import NIOCore

/// How many of the process's file descriptors connections may take.
enum DescriptorLimit {
    /// Descriptors for everything else: databases and files; event loops and readers, some for each processor; and a share
    /// for refusals and for the connections that the server opens itself, of which `OutgoingHTTP` makes the more the more
    /// descriptors there are.
    private static func reserve(_ descriptors: Int, _ processors: Int) -> Int {
        20 + 8 * processors + descriptors / 32 * 7
    }

    /// The most connections that leave the reserve alone.
    ///
    /// - Parameters:
    ///   - wanted: How many the configuration asks for.
    ///   - descriptors: How many descriptors the process may have; below 1 if the system does not say.
    ///   - processors: How many processors there are.
    static func connections(wanted: Int, descriptors: Int, processors: Int = System.coreCount) -> Int {
        guard descriptors > 0 else { return wanted }
        // With many processors and few descriptors nobody would be let in: then the reserve is not kept whole.
        return min(wanted, max(descriptors - reserve(descriptors, processors), descriptors / 16, 1))
    }

    /// How many refusals may be open at once; they take descriptors, too.
    static func refusals(descriptors: Int) -> Int {
        guard descriptors > 0 else { return mostRefusals }
        return min(mostRefusals, max(descriptors / 32, 1))
    }

    private static let mostRefusals = 16
}
