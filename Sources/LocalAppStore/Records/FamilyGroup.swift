/// A family: up to six accounts that share what may be shared.
///
/// A family without members is dissolved; its name is not given out again.
public struct FamilyGroup: Sendable, Hashable, Codable, Identifiable {
    /// How many accounts a family has at most, with its organizer.
    public static let maximumSize = 6

    /// The name that the caller gave it.
    public let id: String
    /// Who created it; when the organizer leaves, the family is dissolved.
    public let organizerID: String
    /// All accounts in the order they joined, the organizer first.
    public internal(set) var memberIDs: [String]
}

/// Where a family member's share comes from.
public struct FamilySharing: Sendable, Hashable, Codable {
    /// The subscription of the purchaser.
    public let originalTransactionID: String
    /// The purchaser's transaction that the latest shared one repeats.
    public internal(set) var transactionID: String
}
