import Entitlements
import Foundation

/// Whose one purchase is: looks at its owners, decides, and writes down what was decided.
struct OwnershipDecider {
    let claims: ChainClaims
    let chain: ChainKey
    let purchases: ArraySlice<PurchaseFact>
    /// Who has it, where that is known without a look.
    private(set) var owners: [CustomerID]?

    private var database: StorageDatabase { claims.database }
    private var rows: ChainOwners { ChainOwners(database: claims.database, chain: chain) }

    /// - Parameter isUnowned: Whether it is known without a look that nobody has it.
    init(claims: ChainClaims, chain: ChainKey, purchases: ArraySlice<PurchaseFact>, isUnowned: Bool) {
        (self.claims, self.chain, self.purchases) = (claims, chain, purchases)
        owners = isUnowned ? [] : nil
    }

    /// What speaks for somebody.
    enum Ground: String {
        case upload
        case token
    }

    /// Who has it before what is decided next.
    private func current() throws -> [ChainOwners.Owner] { isUnowned ? [] : try rows.all() }

    /// Whether it is known without a look that nobody has it: nothing was told of it.
    private var isUnowned: Bool { owners?.isEmpty == true }

    private var policy: OwnershipPolicy {
        claims.terms.ownership.policy(
            bundleID: purchases.lazy.compactMap(\.bundleID).first ?? claims.bundleID,
            environment: chain.environment
        )
    }

    /// Lets somebody have the purchase if the policy allows it.
    ///
    /// - Parameter moves: Where it is added if somebody has to hear of that.
    /// - Returns: Whether it is theirs now.
    @discardableResult
    mutating func claim(
        _ claimant: CustomerNames.Found,
        at date: Date,
        by ground: Ground,
        _ moves: inout [PurchaseMove]
    ) throws -> Bool {
        let policy = policy
        let isNew = isUnowned
        let current = try current()
        let decision = OwnershipDecision(
            policy: policy,
            isActive: try policy == .transferIfInactive && !current.isEmpty && isActive()
        )
        let claim = OwnershipDecision.Claimant(
            customer: claimant.customer,
            date: date,
            givesWay: claimant.givesWay
        )
        let owners = current.map { credible($0.claimant, at: date) }
        let outcome = decision.outcome(of: claim, against: owners)
        switch outcome {
        case .held:
            if ground == .upload, decision.isFree(from: owners) { try rows.renew(claimant.customer, at: date) }
            return true
        case .first:
            try rows.add(claimant.customer, at: date, linkedAt: claims.clock.now)
            self.owners = self.owners.map { _ in [claimant.customer] }
            // Of what is new everything is told to its owners.
            if !isNew { moves.append(PurchaseMove(chain: chain, givers: [], receiver: claimant.customer)) }
            return true
        case .moved:
            self.owners = nil
            try write(.moved, current, claimant, policy, ground)
            // What nobody has touched goes along; who has spent of it keeps all of it, the debt included.
            if let first = current.first, try rows.hasEntries(first.person) { try rows.credit(to: first.person) }
            try rows.removeAll()
            try rows.add(claimant.customer, at: date, linkedAt: claims.clock.now)
            let givers = current.filter(\.isKnown).map(\.claimant.customer)
            moves.append(PurchaseMove(chain: chain, givers: givers, receiver: claimant.customer))
            return true
        case .shared:
            self.owners = nil
            try write(.shared, current, claimant, policy, ground)
            try share(with: claimant, current, at: date)
            moves.append(PurchaseMove(chain: chain, givers: [], receiver: claimant.customer))
            return true
        case .refused:
            try write(.refused, current, claimant, policy, ground)
            return false
        case .superseded: return false
        }
    }

    /// Who has shown it by a clock that ran ahead has shown it before whoever shows it now; or nobody else could get it for
    /// years.
    private func credible(_ owner: OwnershipDecision.Claimant, at date: Date) -> OwnershipDecision.Claimant {
        guard owner.date.isAhead(of: claims.clock.now) else { return owner }
        var owner = owner
        owner.date = min(date, claims.clock.now)
        return owner
    }

    /// Gives a purchase that is nobody's to the owners of the receipt that it is in.
    ///
    /// - Parameter moves: Where it is added if it was told of before.
    mutating func inherit(_ heirs: [CustomerNames.Found], _ moves: inout [PurchaseMove]) throws {
        let isNew = isUnowned
        guard try current().isEmpty else { return }
        owners = nil
        for heir in policy == .share ? heirs : Array(heirs.suffix(1)) {
            try rows.add(heir.customer, at: claims.clock.now, linkedAt: claims.clock.now)
            if !isNew { moves.append(PurchaseMove(chain: chain, givers: [], receiver: heir.customer)) }
        }
    }

    /// Who had it first keeps the credits, unless that is nobody whom the server knows.
    private func share(with claimant: CustomerNames.Found, _ current: [ChainOwners.Owner], at date: Date) throws {
        var linkedAt = claims.clock.now
        if let first = current.first {
            if first.isKnown || !claimant.isKnown {
                try rows.credit(to: first.person)
            } else {
                linkedAt = first.linkedAt.addingTimeInterval(-0.001)
            }
        }
        try rows.add(claimant.customer, at: date, linkedAt: linkedAt)
    }

    private func isActive() throws -> Bool {
        let known = try PurchaseDatabase.facts(of: chain, in: database)
        return claims.terms.isActive(known, at: claims.clock.now)
    }

    private func write(
        _ kind: AuditEntry.Kind,
        _ current: [ChainOwners.Owner],
        _ claimant: CustomerNames.Found,
        _ policy: OwnershipPolicy,
        _ ground: Ground
    ) throws {
        // A token alone is nobody to whom anything was done.
        for owner in current where owner.isKnown {
            try AuditWriter(database: database).write(
                kind,
                from: owner.person,
                to: claimant.person,
                chain: chain,
                AuditNote(date: claims.clock.now, actor: ground.rawValue, reason: policy.rawValue)
            )
        }
    }
}
