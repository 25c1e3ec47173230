import AppStoreModels
import Foundation

/// What time it is since the server last said so, whatever somebody does to the device's clock.
///
/// Time goes on by the device's clock or by the seconds since the device was started, whichever says more. So a clock that
/// is set back, or stopped, makes nothing last longer; and while it is behind what it has shown before, nothing old counts.
/// A start of the device begins those seconds anew; what had gone by until the last look stays gone by.
struct StatementClock: Sendable, Hashable {
    /// When the server signed, by its own clock. It is not kept beside the statement, where somebody could change it: the
    /// statement itself says so.
    let serverDate: Date
    /// How far time has gone on since then.
    private(set) var progress: Progress

    /// How far a clock may be put right without being taken for one that was set back, in seconds.
    static let tolerance: TimeInterval = 300
    /// How much later it must be to be worth a write, in seconds.
    static let step: TimeInterval = 60

    /// The server said so just now.
    init(serverDate: Date, device: Date, uptime: TimeInterval) {
        self.serverDate = serverDate
        progress = Progress(device: device, uptime: uptime)
    }

    /// The server said so when a statement was signed, and since then this was seen.
    init(serverDate: Date, _ progress: Progress) {
        self.serverDate = serverDate
        self.progress = progress
    }

    /// A reading of the clock.
    struct Moment: Sendable, Hashable {
        let date: Date
        /// Whether the device's clock is behind what it has shown before.
        let isSetBack: Bool
    }

    /// What time it is.
    ///
    /// - Parameters:
    ///   - device: What the device's clock shows.
    ///   - uptime: Seconds since the device was started; fewer than before if it was started anew.
    mutating func read(device: Date, uptime: TimeInterval) -> Moment {
        progress.note(device: device, uptime: uptime)
        return Moment(
            date: serverDate.addingTimeInterval(progress.elapsed),
            isSetBack: device < progress.latestDeviceDate.addingTimeInterval(-Self.tolerance)
        )
    }

    /// Whether it is so much later than another state of the same clock that it should be kept.
    func isLater(than kept: Self) -> Bool {
        progress.elapsed - kept.progress.elapsed >= Self.step
            || progress.running - kept.progress.running >= Self.step
            || progress.latestDeviceDate.timeIntervalSince(kept.progress.latestDeviceDate) >= Self.step
    }
}

extension StatementClock {
    /// What the device has seen of time going by; this is kept across launches.
    struct Progress: Sendable, Hashable {
        private let deviceDate: Date
        fileprivate private(set) var latestDeviceDate: Date
        private var uptime: TimeInterval
        /// What the uptimes of all looks add up to.
        fileprivate private(set) var running: TimeInterval = 0
        fileprivate private(set) var elapsed: TimeInterval = 0

        fileprivate init(device: Date, uptime: TimeInterval) {
            deviceDate = device
            latestDeviceDate = device
            self.uptime = uptime
        }

        fileprivate mutating func note(device: Date, uptime: TimeInterval) {
            // What is kept is rounded: a little less is no new start.
            let isStartedAnew = uptime < self.uptime - 1
            running += max(isStartedAnew ? uptime : uptime - self.uptime, 0)
            self.uptime = uptime
            elapsed = max(elapsed, device.timeIntervalSince(deviceDate), running)
            latestDeviceDate = max(latestDeviceDate, device)
        }

        /// As it is kept.
        var json: JSONObject {
            var json = JSONObject()
            json[milliseconds: "deviceDate"] = deviceDate
            json[milliseconds: "latestDeviceDate"] = latestDeviceDate
            json[integer: "uptimeMilliseconds"] = Self.milliseconds(uptime)
            json[integer: "runningMilliseconds"] = Self.milliseconds(running)
            json[integer: "elapsedMilliseconds"] = Self.milliseconds(elapsed)
            return json
        }

        /// - Returns: nil if it is not as it was kept.
        init?(_ json: JSONObject) {
            guard let deviceDate = json[milliseconds: "deviceDate"],
                let latest = json[milliseconds: "latestDeviceDate"],
                let uptime = json[integer: "uptimeMilliseconds"], let running = json[integer: "runningMilliseconds"],
                let elapsed = json[integer: "elapsedMilliseconds"], running >= 0, elapsed >= 0
            else { return nil }
            self.init(device: deviceDate, uptime: TimeInterval(uptime) / 1_000)
            latestDeviceDate = max(latest, deviceDate)
            self.running = TimeInterval(running) / 1_000
            self.elapsed = TimeInterval(elapsed) / 1_000
        }

        private static func milliseconds(_ seconds: TimeInterval) -> Int64 {
            Int64(exactly: (seconds * 1_000).rounded()) ?? 0
        }
    }
}
