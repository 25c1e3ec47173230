import Foundation

/// Whose a purchase is when it turns up for somebody else: the policies as one pure function.
///
/// Claims count by their dates, not by the order in which they become known. An account token is a claim from the moment of
/// the purchase, so it makes no difference whether the App Store's notification comes before the upload or after it.
struct OwnershipDecision {
    let policy: OwnershipPolicy
    /// Whether the purchase is a subscription that gives access now.
    let isActive: Bool

    /// Somebody who holds a purchase, or wants it.
    struct Claimant: Hashable, Sendable {
        var customer: CustomerID
        /// When they showed that it is theirs: of an owner the last time that anybody else could have got it.
        var date: Date
        /// Whether they give way to anybody: they have no account, or the server knows no more than a token of them.
        var givesWay: Bool
        /// Whether the developer decided that it is theirs.
        var isByHand = false
    }

    enum Outcome: Hashable, Sendable {
        /// It is theirs as it was.
        case held
        /// It was nobody's and is theirs.
        case first
        /// It is theirs alone; the others lose it.
        case moved
        /// It is theirs too.
        case shared
        /// It stays where it is.
        case refused
        /// It stays where it is because who has it came later.
        case superseded
    }

    func outcome(of claim: Claimant, against owners: [Claimant]) -> Outcome {
        if owners.contains(where: { $0.customer == claim.customer }) { return .held }
        guard let last = owners.max(by: { $0.date < $1.date }) else { return .first }
        if policy == .share { return .shared }
        if claim.date >= last.date { return moves(from: owners.allSatisfy(\.givesWay)) ? .moved : .refused }
        // The claim is older: as if who has it now had come after it.
        return last.isByHand || moves(from: claim.givesWay) ? .superseded : .moved
    }

    /// Whether anybody else who came now would get it. Only then does it count from now on that an owner shows it again: what
    /// nobody can take is theirs since they came, and who came in between comes after them.
    func isFree(from owners: [Claimant]) -> Bool { moves(from: owners.allSatisfy(\.givesWay)) }

    private func moves(from ownersGiveWay: Bool) -> Bool {
        switch policy {
        case .transfer, .share: true
        case .transferIfInactive: ownersGiveWay || !isActive
        case .refuse: ownersGiveWay
        }
    }
}
