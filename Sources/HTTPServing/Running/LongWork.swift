/// What takes a processor for long compared with most requests, as signatures do.
package enum LongWork {
    /// Does the work where it is asked for, and lets ``ServerThreads`` know of it.
    ///
    /// - Throws: What the work throws.
    package static func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try work() }
        return try ServerThreads.shared.doLong(work)
    }
}
