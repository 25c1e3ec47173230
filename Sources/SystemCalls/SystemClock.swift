#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if !canImport(Darwin)
    /// What time it is by clocks that nobody sets.
    ///
    /// It is here because Foundation knows `timespec`, too; see ``FileStatus``. Apple's systems have a function without it,
    /// and demand the reason for its use from the very module that calls it.
    package enum SystemClock {
        /// The seconds since the machine was started, also those that it slept; nil if the system does not say.
        package static func secondsSinceStart() -> Double? {
            var time = timespec()
            // `CLOCK_MONOTONIC` stands still while the machine sleeps.
            guard clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return nil }
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
        }
    }
#endif
