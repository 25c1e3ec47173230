import Foundation

/// The subscriptions of a group side by side: which one the customer has, which one is chosen, and what buying it would do.
@MainActor
public final class SubscriptionPickerModel: PurchaseViewModel {
    /// The subscriptions, the highest level of service first; where levels are not known, the dearest first.
    public private(set) var cards: [ProductCard] = []
    /// The product that is chosen; nil if none is.
    public private(set) var selection: String?
    /// What buying the choice would do to the subscription that the customer has; nil if nothing is chosen, or nobody can
    /// say.
    public private(set) var planChange: PlanChange?
    /// Whether a purchase runs: then the button waits.
    public private(set) var isBuying = false
    /// How the last purchase went; nil before the first.
    public private(set) var answer: PurchaseAnswer?
    private let productIDs: Set<String>
    private let client: StoreClient
    private let owned: (any OwnershipSource)?

    /// A picker, empty until ``load()``.
    ///
    /// - Parameters:
    ///   - productIDs: The subscriptions of one group.
    ///   - client: Who asks and buys.
    ///   - owned: Who says what the customer has; nil if nobody does.
    public init(_ productIDs: Set<String>, client: StoreClient, owned: (any OwnershipSource)? = nil) {
        (self.productIDs, self.client, self.owned) = (productIDs, client, owned)
        super.init()
    }

    /// Asks the store. What is chosen stays chosen, if it is still sold.
    ///
    /// - Throws: `SKError` if the store could not be asked.
    public func load() async throws {
        let found = try await client.productCards(productIDs, owned: owned)
        // They come cheapest first.
        let sorted = found.reversed().enumerated()
            .sorted { ($0.element.level ?? .max, $0.offset) < ($1.element.level ?? .max, $1.offset) }.map(\.element)
        change {
            cards = sorted
            if !sorted.contains(where: { $0.id == selection }) { (selection, planChange) = (nil, nil) }
        }
    }

    /// Chooses a subscription, and finds out what buying it would do. What is not in the list is not chosen.
    public func select(_ productID: String) async {
        guard cards.contains(where: { $0.id == productID }) else { return }
        change { (selection, planChange) = (productID, nil) }
        let found = await client.planChange(to: productID)
        // Another one may have been chosen meanwhile.
        if selection == productID { change { planChange = found } }
    }

    /// What the choice means for the subscription that the customer has, in English; nil if it means nothing, or nobody can
    /// say.
    public var note: String? {
        guard let planChange, let replaced = planChange.replaces else { return nil }
        let title = cards.first { $0.id == replaced }?.title ?? replaced
        switch planChange.takesEffect {
        case .atOnce: return "Takes the place of \(title) at once."
        case .on(let date): return "Takes the place of \(title) on \(Self.day(date))."
        case .unknown: return "Takes the place of \(title)."
        }
    }

    /// Whether there is something to buy: the customer's own subscription is not bought again.
    public var canBuy: Bool { !isBuying && selection != nil && planChange?.direction != .same }

    /// Buys what is chosen. Without a choice, and while a purchase runs, nothing.
    ///
    /// - Returns: How it went; nil if nothing was begun.
    @discardableResult
    public func buy() async -> PurchaseAnswer? {
        guard canBuy, let selection else { return nil }
        change { isBuying = true }
        let answer = PurchaseAnswer(await client.purchaseProduct(selection))
        change { (self.isBuying, self.answer) = (false, answer) }
        return answer
    }

    private static func day(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle().year().month().day())
    }
}
