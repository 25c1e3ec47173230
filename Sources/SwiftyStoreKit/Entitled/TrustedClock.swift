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
    /// The device's date; nil while a store elsewhere has not said it.
    private let device: @Sendable () -> Date?
    /// The store whose time it is; nil for the device's own.
    private let time: StoreTime?
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
    public convenience init(storage: any KeyValueStorage, device: @escaping @Sendable () -> Date = { Date() }) {
        self.init(storage, device, time: nil)
    }

    /// A clock that shows the time of a store, and keeps nobody waiting for one that is elsewhere.
    convenience init(storage: any KeyValueStorage, time: StoreTime) {
        self.init(storage, { time.heard }, time: time)
    }

    private init(_ storage: any KeyValueStorage, _ device: @escaping @Sendable () -> Date?, time: StoreTime?) {
        self.storage = storage
        self.device = device
        self.time = time
        let kept = TrustedClock.read(storage)
        marks.withLock { $0 = Marks(latest: kept, kept: kept) }
    }

    /// The date: the device's, or the latest one that was ever seen if that is later. `distantPast` while nothing is known.
    public var now: Date { known ?? .distantPast }

    /// The same; nil while nothing is known, because a store elsewhere has yet to say what time it is.
    var known: Date? {
        let device = device()
        let (now, mustKeep) = marks.withLock { marks -> (Date?, Bool) in
            guard let now = [device, marks.latest].compactMap({ $0 }).max() else { return (nil, false) }
            marks.latest = now
            let mustKeep = marks.kept.map { now.timeIntervalSince($0) >= Self.step } ?? true
            if mustKeep { marks.kept = now }
            return (now, mustKeep)
        }
        if let now, mustKeep { keep(now) }
        return now
    }

    /// The same, after a store elsewhere was asked for it.
    func asked() async -> Date? {
        _ = await time?.asked()
        return known
    }

    /// Whether the device's clock is behind what it was before.
    public var isSetBack: Bool { device().map { $0.addingTimeInterval(Self.step) < now } ?? false }

    /// A server said what time it is, and it knows better: the latest date becomes this one, be it later or earlier.
    ///
    /// ``OwnedProducts`` does this where ``AppleReceiptValidator`` finds the receipt valid, with the date of the answer. An
    /// app that asks a server of its own does it itself. Pass only dates that came over a connection that nobody else can
    /// answer, and never one that the device has said.
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
