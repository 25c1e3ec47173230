package import AppStoreModels
package import Entitlements
package import Foundation

/// Where the purchase server keeps who its customers are and what is whose.
///
/// The rules of ``PurchaseStorage`` hold, and these; one suite of tests checks them all:
/// 1. Every method takes any name of a customer and means the customer: an alias is as good as the name that counts.
/// 2. Each purchase that turned up for a customer has owners from then on, one unless the policy is
///    ``OwnershipPolicy/share``. The policy is applied in the transaction that stores the purchase: of several uploads at
///    once each sees what those before it did.
/// 3. Every change of owner writes what it did in the same transaction, and what was written never changes.
/// 4. What names a person is in one place. Erasing takes it away there, and all that remains names nobody.
package protocol CustomerStorage: Sendable {
    /// Makes a customer without an account, whom the token names, too.
    func makeAnonymousCustomer(token: UUID, at date: Date) async throws -> CustomerID

    /// The name that counts of whoever is meant by a name, quickly; the name itself where nobody knows it.
    func countingName(of name: CustomerID) async throws -> CustomerID

    /// Everything about a customer, in one look; an empty record of one that is not known.
    func record(of customer: CustomerID) async throws -> CustomerRecord

    /// Customers, each once, sorted by the name that was found; of a product by the first purchase of it.
    func customers(matching query: CustomerQuery) async throws -> [CustomerSummary]

    /// Makes a name another name of an account, with everything that was stored under it.
    ///
    /// - Parameters:
    ///   - alias: A name that is new, or of a customer without an account. One that names another account is left alone.
    ///   - account: Made where it is not known.
    ///   - endsTokens: Whether the alias's own tokens end: where nobody has shown that who has them may be the account, they
    ///     must not open it.
    func merge(
        _ alias: CustomerID,
        into account: CustomerID,
        endsTokens: Bool,
        _ note: AuditNote
    ) async throws -> MergeOutcome

    /// Moves purchases of one customer to another one, whatever the policy; what is moved has been before stays moved.
    func transfer(_ order: TransferOrder, _ note: AuditNote) async throws -> TransferOutcome

    /// What was done to a customer, the newest first.
    ///
    /// - Parameter number: Only what is older than this entry; nil for all.
    func audit(of customer: CustomerID, before number: Int64?, limit: Int) async throws -> [AuditEntry]

    /// Everything about a person but for what there may be any amount of; nil if nothing is known.
    func export(of customer: CustomerID) async throws -> CustomerExport?

    /// Where all is found that a person's devices sent, or that was told of it, the oldest first.
    func exportedPlaces(
        _ part: CustomerExport.Part,
        of customer: CustomerID
    ) async throws -> [CustomerExport.Place]

    /// What is found at some places, in their order; what is gone meanwhile is left out.
    func exportedItems(
        _ part: CustomerExport.Part,
        at places: [CustomerExport.Place]
    ) async throws -> [CustomerExport.Item]

    /// Forgets a person: names, grants, currencies, uploads, account tokens, and notifications with a token inside. What
    /// the App Store stated about the purchases stays, without a token, and belongs to nobody.
    ///
    /// - Returns: false if nothing was known.
    func erase(_ customer: CustomerID, _ note: AuditNote) async throws -> Bool
}

extension CustomerStorage {
    /// Makes a name another name of an account, by somebody who knows that both are one person; tokens stay good.
    package func merge(
        _ alias: CustomerID,
        into account: CustomerID,
        _ note: AuditNote
    ) async throws -> MergeOutcome {
        try await merge(alias, into: account, endsTokens: false, note)
    }
}

/// What came of making a name an alias.
package enum MergeOutcome: Sendable, Hashable {
    /// It is one from now on, and everything that was stored under it is the account's.
    case merged
    /// It was one already.
    case known
    /// It names another account; nothing changed.
    case otherAccount
    /// The account has too many names; nothing changed.
    case tooManyAliases
}

/// Which purchases are to be moved.
package struct TransferOrder: Sendable, Hashable {
    /// Who has them.
    package var from: CustomerID
    /// Who shall have them; made where not known.
    package var to: CustomerID
    /// Only these; nil for all.
    package var originalTransactionIDs: Set<String>?

    /// An order.
    package init(from: CustomerID, to: CustomerID, originalTransactionIDs: Set<String>? = nil) {
        self.from = from
        self.to = to
        self.originalTransactionIDs = originalTransactionIDs
    }
}

/// What came of a transfer.
package struct TransferOutcome: Sendable, Hashable {
    /// What was moved now, sorted.
    package var moved: [OwnedPurchase]
    /// What was asked for by name and belongs to neither, sorted; then nothing was moved.
    package var missing: [String]
    /// Whether the server has heard of the customer whose all purchases were to be moved.
    package var knowsGiver = true
}

/// A purchase with its renewals.
package struct OwnedPurchase: Sendable, Hashable {
    /// Which App Store.
    package var environment: AppStoreEnvironment
    /// Its first transaction.
    package var originalTransactionID: String
}

/// What a customer got of an upload.
package struct ClaimOutcome: Sendable, Hashable {
    /// What is theirs.
    package var held: Set<OwnedPurchase> = []
    /// What stays with somebody else.
    package var refused: Set<OwnedPurchase> = []
    /// What the storage knows of the customer afterwards, where it found that out on its way; nil if it did not.
    package var known: KnownCustomer?

    /// Nothing yet.
    package init() {}
}

/// Everything that was stated about a customer's purchases, as it is stored: an answer can be made of it without reading
/// all of it again, as long as nothing has changed.
package struct KnownCustomer: Sendable, Hashable {
    /// The number of the person.
    package var person: Int64
    /// Counts what was changed of the person.
    package var revision: Int64
    /// What is known about the purchases.
    package var facts: PurchaseFacts
}

/// Where a purchase server keeps all that it knows.
package typealias ServerStorage = PurchaseStorage & CustomerStorage & GrantStorage & LedgerStorage & OfferingStorage
