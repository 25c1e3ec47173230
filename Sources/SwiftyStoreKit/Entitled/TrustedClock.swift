public import Foundation
import Locking

/// The device's date, but never earlier than it was before, across launches too.
///
/// A customer who sets the clock back to before the end of a subscription does not get it back. A clock that was set
/// forward and back again is put right by the next date that a server gives, see ``correct(to:)``.
public final class TrustedClock: Sendable {
    private static let key = "latest-date"
    /// How far the date has to move before it is kept again, in seconds: a write each minute at most.
    private static let step: TimeInterval = 60

    private let storage: any KeyValueStorage
    private let device: @Sendable () -> Date
    private let marks = Locked(Marks())

    private struct Marks: Sendable {
        var latest: Date?
        var kept: Date?
    }

    /// A clock.
    ///
    /// - Parameters:
    ///   - storage: Where the latest date is kept.
    ///   - device: The device's date.
    public init(storage: any KeyValueStorage, device: @escaping @Sendable () -> Date = { Date() }) {
        self.storage = storage
        self.device = device
        let kept = TrustedClock.read(storage)
        marks.withLock { $0 = Marks(latest: kept, kept: kept) }
    }

    /// The date: the device's, or the latest one that was ever seen if that is later.
    public var now: Date {
        let device = device()
        let (now, mustKeep) = marks.withLock { marks in
            let now = max(device, marks.latest ?? device)
            marks.latest = now
            let mustKeep = marks.kept.map { now.timeIntervalSince($0) >= Self.step } ?? true
            if mustKeep { marks.kept = now }
            return (now, mustKeep)
        }
        if mustKeep { keep(now) }
        return now
    }

    /// Whether the device's clock is behind what it was before.
    public var isSetBack: Bool { device().addingTimeInterval(Self.step) < now }

    /// A server said what time it is, and it knows better: the latest date becomes this one, be it later or earlier.
    ///
    /// Pass only dates that came over a connection that nobody else can answer.
    public func correct(to date: Date) {
        marks.withLock { $0 = Marks(latest: date, kept: date) }
        keep(date)
    }

    private func keep(_ date: Date) {
        // A date that cannot be kept is only forgotten at the next launch.
        try? storage.set(Data("\(Int(date.timeIntervalSince1970))".utf8), forKey: Self.key)
    }

    private static func read(_ storage: any KeyValueStorage) -> Date? {
        guard let data = try? storage.data(forKey: key), let seconds = Int(String(decoding: data, as: UTF8.self))
        else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
