public import AppStoreModels
public import Foundation

/// What purchases of an app fill which balances, and what refunds do.
///
/// The rules are applied to all purchases, those of the past too. So a product's amounts are never edited: what it gives
/// from now on is another row with a date.
public struct LedgerRules: Sendable, Hashable {
    /// What one piece of a product gives.
    public struct Product: Sendable, Hashable {
        /// The product; a consumable mostly, but each period of a subscription may give something, too.
        public let productID: String
        /// What one piece of it gives, by currency.
        public let amounts: [LedgerCurrency: Int64]
        /// The purchase date from which this row holds, until the next row of the product; nil from the beginning.
        public let validFrom: Date?

        /// A product that gives these amounts.
        public init(_ productID: String, gives amounts: [LedgerCurrency: Int64], validFrom: Date? = nil) {
            self.productID = productID
            self.amounts = amounts
            self.validFrom = validFrom
        }
    }

    /// The largest amount of a product or a call.
    public static let maximumAmount: Int64 = 1_000_000_000_000

    /// What products give.
    public let products: [Product]
    /// What a refund does.
    public let refundPolicy: RefundPolicy
    /// The App Stores whose purchases count; those in the sandbox cost nothing.
    public let environments: Set<AppStoreEnvironment>
    private let rows: [String: [Product]]

    /// Rules.
    ///
    /// - Parameters:
    ///   - products: What products give; what is not named gives nothing.
    ///   - refundPolicy: What a refund does.
    ///   - environments: The App Stores whose purchases count, for example ``SandboxRule/environments(for:)`` of a customer.
    /// - Throws: ``LedgerError`` if a product or currency has no name, or an amount is not 1 to ``maximumAmount``, or two
    ///   rows of a product hold from the same date.
    public init(
        products: [Product],
        refundPolicy: RefundPolicy = .takeBackToZero,
        environments: Set<AppStoreEnvironment> = [.production]
    ) throws(LedgerError) {
        for product in products {
            guard !product.productID.isEmpty else { throw LedgerError(.unnamedProduct) }
            try LedgerRules.check(product.amounts)
        }
        var rows: [String: [Product]] = [:]
        for product in products.sorted(by: { ($0.validFrom ?? .distantPast) < ($1.validFrom ?? .distantPast) }) {
            if let last = rows[product.productID]?.last, last.validFrom == product.validFrom {
                throw LedgerError(.repeatedProduct, productID: product.productID)
            }
            rows[product.productID, default: []].append(product)
        }
        self.products = products
        self.refundPolicy = refundPolicy
        self.environments = environments
        self.rows = rows
    }

    /// Rules by which nothing gives anything.
    public init() {
        products = []
        refundPolicy = .takeBackToZero
        environments = [.production]
        rows = [:]
    }

    private init(_ rules: LedgerRules, environments: Set<AppStoreEnvironment>) {
        products = rules.products
        refundPolicy = rules.refundPolicy
        self.environments = environments
        rows = rules.rows
    }

    /// The same rules, for purchases in other App Stores.
    public func counting(_ environments: Set<AppStoreEnvironment>) -> LedgerRules {
        LedgerRules(self, environments: environments)
    }

    /// Refuses amounts that are none.
    static func check(_ amounts: [LedgerCurrency: Int64]) throws(LedgerError) {
        for (currency, amount) in amounts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard !currency.rawValue.isEmpty else { throw LedgerError(.unnamedCurrency) }
            guard (1...maximumAmount).contains(amount) else {
                throw LedgerError(.invalidAmount, currency: currency, amount: amount)
            }
        }
    }

    /// What one piece of a product gave when it was bought.
    func amounts(of purchase: PurchaseFact) -> [LedgerCurrency: Int64] {
        guard environments.contains(purchase.environment) else { return [:] }
        let row = rows[purchase.productID]?.last { $0.validFrom.map { $0 <= purchase.purchaseDate } ?? true }
        return row?.amounts ?? [:]
    }
}
