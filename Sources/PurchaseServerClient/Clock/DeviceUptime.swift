import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import SystemCalls
#endif

/// The seconds since the device was started, also those that it slept.
enum DeviceUptime {
    static func seconds() -> TimeInterval {
        #if canImport(Darwin)
            // Its `CLOCK_MONOTONIC` follows the clock that the owner sets. What fails gives 0.
            let nanoseconds = clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)
            let seconds: TimeInterval? = nanoseconds > 0 ? TimeInterval(nanoseconds) / 1_000_000_000 : nil
        #else
            let seconds = SystemClock.secondsSinceStart()
        #endif
        return seconds ?? ProcessInfo.processInfo.systemUptime
    }
}
