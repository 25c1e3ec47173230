/// What is known about a customer's tokens when somebody comes, with one or without.
struct CustomerTokenStanding: Sendable, Hashable {
    /// Whether the customer has no account, by the name that counts.
    var isAnonymous: Bool
    /// Whether the customer has a token that is good.
    var hasToken: Bool
    /// Whether the customer has one, or had one that has ended since.
    var everHadToken: Bool
    /// What the token that was shown is worth.
    var shown: Shown

    enum Shown: Sendable, Hashable {
        /// None was shown.
        case nothing
        /// It is no token, of somebody else, revoked or over.
        case invalid
        /// It is the customer's.
        case valid
    }
}
