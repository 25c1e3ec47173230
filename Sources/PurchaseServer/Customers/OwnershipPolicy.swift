/// What happens when a purchase that belongs to a customer turns up for another one.
///
/// It does when somebody restores purchases under another account, or when two people use one App Store account.
/// A customer without an account never keeps a purchase from anybody: under every policy but ``share`` it goes to who comes.
public enum OwnershipPolicy: String, Sendable, Hashable, CaseIterable {
    /// It belongs to who came last; the customer before loses it.
    case transfer
    /// It belongs to who came last unless it is a subscription that gives access now; then it stays.
    case transferIfInactive
    /// It belongs to everybody for whom it turned up.
    case share
    /// It stays with who came first; only a transfer by the developer moves it.
    case refuse
}
