import AppStoreModels
import Entitlements
import Foundation

/// Says whose purchases are, in the transaction that stores them.
struct ChainClaims {
    let database: StorageDatabase
    let terms: ClaimTerms
    let clock: ServerClock
    /// The app that the App Store answered about, where facts do not name one.
    var bundleID: String?
    /// Tells of purchases that move; nil for nobody.
    var events: EventWriter?

    private var names: CustomerNames { CustomerNames(database: database) }

    /// Where facts come from, which says whose they may be.
    enum Source {
        /// Somebody sent a receipt, and with it says that all of it is theirs: at these dates, the oldest first; nil for now.
        case upload(CustomerNames.Found, at: [Date]? = nil)
        /// The App Store was asked about a stored receipt: what is new belongs to its owners.
        case poll([CustomerNames.Found])
        /// The App Store told it; only an account token says whose it is.
        case notification
    }

    /// Applies the policies to all purchases among facts that were just stored.
    ///
    /// - Parameter new: The purchases that nobody can have yet.
    /// - Returns: Whose they are, and the owners of new ones as far as they are known without a look.
    func claim(
        _ stated: StatedChains,
        new: Set<ChainKey>,
        from source: Source
    ) throws -> (outcome: ClaimOutcome, owners: [ChainKey: [CustomerID]]) {
        var outcome = ClaimOutcome()
        var owners: [ChainKey: [CustomerID]] = [:]
        var moves: [PurchaseMove] = []
        for stated in stated.all where !stated.purchases.isEmpty {
            let (chain, purchases) = (stated.key, stated.purchases)
            var decision = OwnershipDecider(
                claims: self,
                chain: chain,
                purchases: purchases,
                isUnowned: new.contains(chain)
            )
            let token = try newToken(chain, purchases)
            let account = try token.flatMap { try names.find($0.customer) }
            if let token, needsToken(source) || account?.isKnown == true {
                let named = try account ?? names.remember(token.customer, at: clock.now, isKnown: false)
                try decision.claim(named, at: token.date, by: .token, &moves)
            }
            switch source {
            case .upload(let customer, let dates):
                var isHeld = false
                for date in shown(purchases, at: dates) {
                    isHeld = try decision.claim(customer, at: date, by: .upload, &moves)
                }
                if isHeld {
                    outcome.held.insert(OwnedPurchase(chain))
                } else {
                    outcome.refused.insert(OwnedPurchase(chain))
                }
            case .poll(let owners): try decision.inherit(owners, &moves)
            case .notification: break
            }
            if let known = decision.owners { owners[chain] = known }
        }
        try events?.note(moves, at: clock.now, isNotedNext: true, in: database)
        return (outcome, owners)
    }

    /// By which rules events will ask what follows from all that is new; nil if they will not, because more is told of: the
    /// customer had something before, or nobody says whose it is.
    func rulesOfAll(from source: Source) throws -> EntitlementRules? {
        guard let events, !events.isSilent, case .upload(let owner, _) = source else { return nil }
        let hadSomething = try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM customer_chain WHERE customer = ?)"),
            arguments: [owner.customer.value]
        )
        return hadSomething == true ? nil : events.rules
    }

    /// When a purchase was shown with a receipt that was sent at these dates. What is newer than the receipt was not in it: only
    /// the App Store's answer, of now, says that it belongs to the same account.
    private func shown(_ purchases: ArraySlice<PurchaseFact>, at dates: [Date]?) -> [Date] {
        guard let dates else { return [clock.now] }
        let beginning = purchases.lazy.map { $0.originalPurchaseDate ?? $0.purchaseDate }.min() ?? clock.now
        // A clock that ran ahead makes nobody come later than now.
        let shown = dates.filter { $0 >= beginning }.map { min($0, clock.now) }
        return shown.isEmpty ? [clock.now] : shown
    }

    /// Whether an account token counts that names nobody whom the server knows: only where nothing else says whose it is.
    private func needsToken(_ source: Source) -> Bool {
        switch source {
        case .upload: false
        case .poll(let owners): owners.isEmpty
        case .notification: true
        }
    }

    /// The account that the newest of the purchases was made for, if that was not known before. Each token of a purchase
    /// counts once: what is decided afterwards is not taken back because the App Store repeats itself.
    private func newToken(
        _ chain: ChainKey,
        _ purchases: ArraySlice<PurchaseFact>
    ) throws -> (customer: CustomerID, date: Date)? {
        let isNamed = { (place: Int) in purchases[place].appAccountToken != nil }
        guard purchases.indices.contains(where: isNamed) else { return nil }
        let named = purchases.filter { $0.appAccountToken != nil }
        let newest = named.max { ($0.purchaseDate, $0.statedDate) < ($1.purchaseDate, $1.statedDate) }
        guard let newest, let token = newest.appAccountToken.map(CustomerID.init(appAccountToken:)) else { return nil }
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        let known = try StorageRow.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT account_token, account_token_purchase_ms, account_token_stated_ms FROM chain
                    WHERE environment = ? AND original_transaction_id = ?
                    """
            ),
            arguments: key
        )
        let before = try known?.decode(String?.self, atIndex: 0)
        let dates = (newest.purchaseDate.millisecondsSince1970, newest.statedDate.millisecondsSince1970)
        if let known, before != nil {
            guard try dates > (known.decode(atIndex: 1), known.decode(atIndex: 2)) else { return nil }
        }
        try database.cachedStatement(
            sql: """
                UPDATE chain SET account_token = ?, account_token_purchase_ms = ?, account_token_stated_ms = ?
                WHERE environment = ? AND original_transaction_id = ?
                """
        ).execute(arguments: [token.value, dates.0, dates.1] + key)
        guard before != token.value else { return nil }
        return (token, newest.purchaseDate)
    }
}

extension OwnedPurchase {
    init(_ chain: ChainKey) {
        self.init(environment: chain.environment, originalTransactionID: chain.originalTransactionID)
    }
}
