import AppStoreModels
import Foundation

/// What time it is since the server last said so, whatever somebody does to the device's clock.
///
/// Time goes on by the device's clock or by the seconds since the device was started, whichever says more. So a clock that
/// is set back, or stopped, makes nothing last longer; and while it is behind what it has shown before, nothing old counts.
struct StatementClock: Sendable, Hashable {
    /// When the server signed, by its own clock.
    let serverDate: Date
    private let deviceDate: Date
    private let uptime: TimeInterval
    private var latestDeviceDate: Date
    private var elapsed: TimeInterval = 0

    /// How far a clock may be put right without being taken for one that was set back, in seconds.
    static let tolerance: TimeInterval = 300
    /// How much later it must be to be worth a write, in seconds.
    static let step: TimeInterval = 60

    /// The server said so just now.
    init(serverDate: Date, device: Date, uptime: TimeInterval) {
        self.serverDate = serverDate
        deviceDate = device
        latestDeviceDate = device
        self.uptime = uptime
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
        elapsed = max(elapsed, device.timeIntervalSince(deviceDate), uptime - self.uptime)
        latestDeviceDate = max(latestDeviceDate, device)
        return Moment(
            date: serverDate.addingTimeInterval(elapsed),
            isSetBack: device < latestDeviceDate.addingTimeInterval(-Self.tolerance)
        )
    }

    /// Whether it is so much later than another state of the same clock that it should be kept.
    func isLater(than kept: Self) -> Bool {
        elapsed - kept.elapsed >= Self.step || latestDeviceDate.timeIntervalSince(kept.latestDeviceDate) >= Self.step
    }
}

extension StatementClock {
    /// As it is kept.
    var json: JSONObject {
        var json = JSONObject()
        json[milliseconds: "serverDate"] = serverDate
        json[milliseconds: "deviceDate"] = deviceDate
        json[milliseconds: "latestDeviceDate"] = latestDeviceDate
        json[integer: "uptimeMilliseconds"] = Self.milliseconds(uptime)
        json[integer: "elapsedMilliseconds"] = Self.milliseconds(elapsed)
        return json
    }

    /// - Returns: nil if it is not as it was kept.
    init?(_ json: JSONObject) {
        guard let serverDate = json[milliseconds: "serverDate"], let deviceDate = json[milliseconds: "deviceDate"],
            let latest = json[milliseconds: "latestDeviceDate"], let uptime = json[integer: "uptimeMilliseconds"],
            let elapsed = json[integer: "elapsedMilliseconds"], elapsed >= 0
        else { return nil }
        self.init(serverDate: serverDate, device: deviceDate, uptime: TimeInterval(uptime) / 1_000)
        latestDeviceDate = max(latest, deviceDate)
        self.elapsed = TimeInterval(elapsed) / 1_000
    }

    private static func milliseconds(_ seconds: TimeInterval) -> Int64 {
        Int64(exactly: (seconds * 1_000).rounded()) ?? 0
    }
}
