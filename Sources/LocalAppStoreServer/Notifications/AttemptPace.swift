import Foundation

/// When the next attempt to deliver a notification may begin while others are under way.
///
/// A receiver that answers soon hears of everything in order: the next attempt waits for the one before. A slow one is not
/// waited for: once an attempt was looked at twice and still goes on, the next may overtake it. Each receiver has a pace of
/// its own, so that one that is silent holds up nothing that goes elsewhere.
struct AttemptPace {
    /// How many attempts may be under way at once at one receiver.
    static let limit = 8
    /// How many at all of them. One receiver has only half of these, and there are two addresses.
    static let limitOfAll = 16
    /// How many seconds pass between two looks.
    static let interval = 0.5

    /// What is known of one receiver while attempts are under way there.
    private struct Receiver {
        var underWay: Set<String> = []
        /// The attempt that the next one waits for, and how often it was looked at.
        var latest: (id: String, looks: Int)?
    }

    private var receivers: [URL: Receiver] = [:]

    /// How many attempts are under way.
    var underWay: Int { receivers.values.reduce(0) { $0 + $1.underWay.count } }

    /// Whether another attempt may begin now at the receiver of an address.
    func mayBegin(at address: URL) -> Bool {
        guard underWay < Self.limitOfAll else { return false }
        guard let receiver = receivers[address] else { return true }
        return receiver.latest == nil && receiver.underWay.count < Self.limit
    }

    /// An attempt begins.
    mutating func begin(_ id: String, at address: URL) {
        receivers[address, default: Receiver()].underWay.insert(id)
        receivers[address]?.latest = (id, 0)
    }

    /// An attempt has ended.
    mutating func end(_ id: String, at address: URL) {
        guard var receiver = receivers.removeValue(forKey: address) else { return }
        receiver.underWay.remove(id)
        if receiver.latest?.id == id { receiver.latest = nil }
        if !receiver.underWay.isEmpty { receivers[address] = receiver }
    }

    /// Time has passed.
    mutating func look() {
        for (address, receiver) in receivers {
            // At the first look the attempt may have begun a moment ago.
            if let (id, looks) = receiver.latest { receivers[address]?.latest = looks == 0 ? (id, 1) : nil }
        }
    }
}
