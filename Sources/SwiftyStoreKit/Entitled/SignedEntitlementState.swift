public import Foundation

/// What the customer owns by signed transactions, and how well that is known.
public struct SignedEntitlementState: Sendable, Hashable {
    /// How well it is known.
    public enum Knowledge: String, Sendable, Codable {
        /// StoreKit said so in this launch.
        case confirmed
        /// StoreKit said so in an earlier launch, and the window is open.
        case remembered
        /// StoreKit said so too long ago: nothing counts any more until it answers.
        case stale
        /// StoreKit has not answered yet, and nothing is remembered. That is no "no".
        case notKnownYet
    }

    /// How well it is known.
    public let knowledge: Knowledge
    /// Everything about every product, judged at the moment of asking; nil if nothing is known, or nothing counts.
    public let report: EntitlementReport?
    /// When StoreKit said so.
    public let confirmedAt: Date?
    /// Until when it counts without another answer.
    public let trustedUntil: Date?

    /// The products that the customer may use now.
    public var productIDs: Set<String> { report?.ownedProductIDs ?? [] }
}
