public import Foundation

/// An app that runs.
public protocol PurchaseApp: Sendable {
    /// Asks for products.
    func products(_ identifiers: Set<String>) async -> LoadedProducts

    /// Buys.
    func buy(_ productID: String, quantity: Int, account: UUID?) async -> BuyingOutcome

    /// Restores.
    func restore() async -> RestoreOutcome

    /// What this launch has delivered, oldest first.
    func delivered() async -> [DeliveredPurchase]

    /// How often the delivery handler was called.
    func deliveryAttempts() async -> Int

    /// What the app was told the App Store took back.
    func revoked() async -> [String]

    /// What the customer may use.
    func owned() async -> Set<String>

    /// The products of which the history of purchases has one that was taken back, used up or not; needs
    /// ``Capability/history``.
    func takenBack() async -> Set<String>

    /// Says that a purchase is delivered, where no delivery handler does.
    func finish(_ purchase: DeliveredPurchase) async

    /// The app is killed. What it has delivered can be asked for still, and is what it had delivered by then.
    func kill() async

    /// Where the customer's subscriptions stand in the group of a product: none, one, or several in a family; needs
    /// ``Capability/plans``.
    func standings(of productID: String) async -> [SubscriptionStanding]

    /// What buying a subscription would do; needs ``Capability/plans``.
    func change(to productID: String) async -> PlannedChange?

    /// The offers of a product; needs ``Capability/offers``.
    func offers(of productID: String) async -> [OfferAnswer]

    /// Buys with an offer that was signed; needs ``Capability/offers``.
    func buy(_ productID: String, with offer: SignedOffer) async -> BuyingOutcome

    /// The customer's storefront by its three letters; needs ``Capability/storefronts``.
    func storefront() async -> String?

    /// The storefronts that the app was told of since its launch, without the first one; needs ``Capability/storefronts``.
    func storefrontChanges() async -> [String]

    /// What the app answers if the storefront changes during a purchase; needs ``Capability/storefronts``.
    func goesOnInOtherStorefronts(_ goesOn: Bool) async

    /// What the app answers to purchases that are begun in the store; before this it has not said; needs
    /// ``Capability/promotions``.
    func takesPromotedPurchases(_ takes: Bool) async

    /// Shows the sheet for refunds; needs ``Capability/sheets``.
    func askForRefund(_ purchase: DeliveredPurchase) async -> RefundSheetAnswer

    /// Buys with an offer for who comes back; needs ``Capability/offers``.
    func buy(_ productID: String, winBackOffer offer: String) async -> BuyingOutcome

    /// Somebody logs in to the app; whether that worked. Needs ``Capability/server``.
    func logIn(as customer: String) async -> Bool

    /// Who is logged in logs out; needs ``Capability/server``.
    func logOut() async

    /// What the customer may use: asks the server; needs ``Capability/server``.
    func rights() async -> ServedRights

    /// Purchases of which the app was told that they stay with another customer; needs ``Capability/server``.
    func refusedPurchases() async -> Int

    /// Has the receipt checked; needs ``Capability/receipts``.
    ///
    /// - Parameter refreshing: Whether it is fetched from the store first, although there may be one.
    func checkReceipt(refreshing: Bool) async -> ReceiptAnswer
}

extension PurchaseApp {
    /// For who has not the capability.
    public func takenBack() async -> Set<String> { [] }
    /// For who has not the capability.
    public func standings(of productID: String) async -> [SubscriptionStanding] { [] }
    /// For who has not the capability.
    public func change(to productID: String) async -> PlannedChange? { nil }
    /// For who has not the capability.
    public func offers(of productID: String) async -> [OfferAnswer] { [] }
    /// For who has not the capability.
    public func buy(_ productID: String, with offer: SignedOffer) async -> BuyingOutcome {
        .failed(.other, mayHaveBeenCharged: false)
    }
    /// For who has not the capability.
    public func storefront() async -> String? { nil }
    /// For who has not the capability.
    public func storefrontChanges() async -> [String] { [] }
    /// For who has not the capability.
    public func goesOnInOtherStorefronts(_ goesOn: Bool) async {}
    /// For who has not the capability.
    public func takesPromotedPurchases(_ takes: Bool) async {}
    /// For who has not the capability.
    public func askForRefund(_ purchase: DeliveredPurchase) async -> RefundSheetAnswer { .failed }
    /// For who has not the capability.
    public func buy(_ productID: String, winBackOffer offer: String) async -> BuyingOutcome {
        .failed(.other, mayHaveBeenCharged: false)
    }
    /// For who has not the capability.
    public func logIn(as customer: String) async -> Bool { false }
    /// For who has not the capability.
    public func logOut() async {}
    /// For who has not the capability.
    public func rights() async -> ServedRights { ServedRights(owned: [], source: .nobody) }
    /// For who has not the capability.
    public func refusedPurchases() async -> Int { 0 }
    /// For who has not the capability.
    public func checkReceipt(refreshing: Bool) async -> ReceiptAnswer { .failed }
}
