public import Foundation

/// A code that a customer redeems for an offer.
public struct OfferCode: Sendable, Hashable, Codable, Identifiable {
    /// What the customer types, capital letters and digits.
    public let code: String
    /// What it is for.
    public let productID: String
    /// The reference name of the offer.
    public let referenceName: String
    /// How often it can be redeemed; nil for as often as one likes. A one-time code has 1.
    public let redemptionLimit: Int?
    /// From when on it is refused; nil for never.
    public let expiresDate: Date?
    /// Who redeemed it, in order.
    public internal(set) var redeemedBy: [String]

    public var id: String { code }

    /// Whether it can still be redeemed, as far as its number goes.
    public var isUsedUp: Bool { redemptionLimit.map { redeemedBy.count >= $0 } ?? false }
}

extension OfferCode: StoredValue {
    func checkRanges() throws(Nonsense) { try StoredRange.atLeastOne.check(redemptionLimit, "redemptionLimit") }
}
