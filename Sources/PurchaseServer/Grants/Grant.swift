package import Foundation

/// A level of access that the developer gave, without a purchase.
package struct Grant: Sendable, Hashable {
    /// The developer's name of the grant; one customer has one of a name.
    package var name: String
    /// The level.
    package var level: String
    /// From when.
    package var start: Date
    /// Until when; nil for ever.
    package var end: Date?
    /// Why, in words of the developer.
    package var reason: String?
    /// When it was given.
    package var madeDate: Date
    /// Which key gave it.
    package var actor: String
    /// When it was taken back.
    package var revokedDate: Date?

    /// A grant.
    package init(
        name: String,
        level: String,
        start: Date,
        end: Date? = nil,
        reason: String? = nil,
        madeDate: Date,
        actor: String
    ) {
        self.name = name
        self.level = level
        self.start = start
        self.end = end
        self.reason = reason
        self.madeDate = madeDate
        self.actor = actor
    }

    /// Whether it gives the level at a moment; the end itself is over.
    package func isRunning(at date: Date) -> Bool {
        let end = [end, revokedDate].compactMap(\.self).min() ?? .distantFuture
        return start <= date && date < end
    }
}
