package import Foundation

/// What the App Store signed about the time of a purchase, for those who keep it.
package struct SignedDates: Sendable, Hashable {
    /// When the period ends that was paid for; nil for what has no end.
    package let end: Date?
    /// When the App Store took the purchase back; nil if it did not.
    package let revocation: Date?

    /// Both, as they stand in a signed transaction.
    package init(end: Date?, revocation: Date?) {
        self.end = end
        self.revocation = revocation
    }
}
