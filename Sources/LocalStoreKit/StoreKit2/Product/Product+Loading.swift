import LocalAppStore

extension Product {
    /// Loads products by their identifiers.
    ///
    /// What the store does not sell is left out, and what is named twice comes once. No order is promised.
    ///
    /// - Throws: ``StoreKitError``
    public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
    where Identifiers: Collection, Identifiers.Element == String {
        try await LocalDevice.inUse.products(Set(identifiers))
    }

    /// The newest transaction of the product; nil if the customer never had it, or has used it up.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.Transactions(.all, id, device: origin.responsible).newest() }
    }

    /// The transaction that entitles the customer to the product; nil if none does.
    ///
    /// Apple deprecated it in 18.4 for ``currentEntitlements``: with Family Sharing there may be several.
    public var currentEntitlement: VerificationResult<Transaction>? {
        get async { await currentEntitlements.newest() }
    }

    /// The transactions that entitle the customer to the product.
    public var currentEntitlements: Transaction.Transactions {
        Transaction.Transactions(.currentEntitlements, id, device: origin.responsible)
    }
}
