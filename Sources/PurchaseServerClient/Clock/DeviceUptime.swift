import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The seconds since the device was started, also those that it slept.
enum DeviceUptime {
    #if canImport(Darwin)
        // Its `CLOCK_MONOTONIC` follows the clock that the owner sets.
        private static let clock = CLOCK_MONOTONIC_RAW
    #else
        // `CLOCK_MONOTONIC` stands still while the machine sleeps.
        private static let clock = CLOCK_BOOTTIME
    #endif

    static func seconds() -> TimeInterval {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return ProcessInfo.processInfo.systemUptime }
        return TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1_000_000_000
    }
}
