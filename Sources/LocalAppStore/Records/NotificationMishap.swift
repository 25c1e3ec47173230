public import Foundation

/// What goes wrong on the way of one notification to the developer, as faults decided when its event happened.
public struct NotificationMishap: Sendable, Hashable, Codable {
    /// How many attempts do not arrive, from the first; 0 for none.
    public internal(set) var lostAttempts = 0
    /// How the attempts that do not arrive are recorded, in the words of Apple's `sendAttemptResult`.
    public internal(set) var lostResult: String?
    /// By how many seconds of store time it is late.
    public internal(set) var delay: TimeInterval?
    /// Whether it is sent twice, with the same bytes.
    public internal(set) var isDuplicated = false
    /// Whether it waits until the next one was sent, at most an hour of store time.
    public internal(set) var isOvertaken = false
    /// By how many seconds its date of signing is wrong; negative for too early.
    public internal(set) var dateShift: TimeInterval?

    /// How long a notification waits to be overtaken: an hour of store time.
    package static let longestHold: TimeInterval = 3_600
}

extension NotificationMishap: StoredValue {
    func checkRanges() throws(Nonsense) {
        try (0...Int.max).check(lostAttempts, "lostAttempts")
        try StoredRange.delays.check(delay, "delay")
        try StoredRange.jumps.check(dateShift, "dateShift")
    }
}
