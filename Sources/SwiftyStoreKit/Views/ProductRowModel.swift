/// A product in a shop's list, and the button that buys it.
///
/// ```swift
/// let rows = try await ProductRowModel.rows(of: ["greenhouse"], client: client, owned: owned)
/// await rows.first?.buy()
/// ```
@MainActor
public final class ProductRowModel: PurchaseViewModel, Identifiable {
    /// What the row says.
    public private(set) var card: ProductCard
    /// Whether a purchase runs: then the button waits.
    public private(set) var isBuying = false
    /// How the last purchase went; nil before the first.
    public private(set) var answer: PurchaseAnswer?
    /// The product's identifier.
    public nonisolated let id: String
    private let purchase: @Sendable (String) async -> PurchaseAnswer

    /// A row.
    ///
    /// - Parameters:
    ///   - card: What it says.
    ///   - purchase: Buys the product with this identifier.
    public init(_ card: ProductCard, purchase: @escaping @Sendable (String) async -> PurchaseAnswer) {
        self.card = card
        id = card.id
        self.purchase = purchase
        super.init()
    }

    /// The rows of these products, cheapest first.
    ///
    /// - Throws: `SKError` if the store could not be asked.
    public static func rows(
        of productIDs: Set<String>,
        client: StoreClient,
        owned: (any OwnershipSource)? = nil
    ) async throws -> [ProductRowModel] {
        try await client.productCards(productIDs, owned: owned).map { card in
            ProductRowModel(card) { id in PurchaseAnswer(await client.purchaseProduct(id)) }
        }
    }

    /// What stands where the price is: that it is owned, or the terms.
    public var status: String { card.isOwned == true ? "purchased" : card.terms }

    /// Whether there is something to buy: what is owned for ever is not bought again.
    public var canBuy: Bool { !isBuying && card.isOwned != true }

    /// Buys it. While it is being bought, nothing.
    ///
    /// - Returns: How it went; nil if nothing was begun.
    @discardableResult
    public func buy() async -> PurchaseAnswer? {
        guard canBuy else { return nil }
        change { isBuying = true }
        let answer = await purchase(id)
        change { (self.isBuying, self.answer) = (false, answer) }
        return answer
    }

    /// Shows another card of the same product, such as one that knows that it is owned now.
    public func show(_ card: ProductCard) {
        guard card.id == id, card != self.card else { return }
        change { self.card = card }
    }
}
