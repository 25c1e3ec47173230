public import Foundation

/// An implementation of purchases that the suite can be run on.
///
/// A harness for a device answers with what a device can do, and the suite skips the rest by name. One for a store of
/// tests can do more. Each behaviour gets a customer of its own.
public protocol PurchaseHarness: Sendable {
    /// What it is called in reports.
    var name: String { get }
    /// What it can do.
    var capabilities: Set<Capability> { get }
    /// What its store sells.
    var shop: ConformanceShop { get }
    /// How often the suite looks, at most, for something to come true before the behaviour has failed.
    var patience: Int { get }

    /// A customer for one behaviour; with ``Capability/freshCustomer`` one who never bought anything.
    func begin() async throws -> any PurchaseCustomer

    /// Lets a little time pass between two looks: real time on a device, a step of the scheduler in a test.
    func pause() async
}

/// What the store of a harness sells.
public struct ConformanceShop: Sendable, Hashable {
    /// A product that is used up.
    public var consumable: String
    /// A product that is owned for ever.
    public var nonConsumable: String
    /// A subscription that renews.
    public var subscription: String
    /// An identifier that nobody sells.
    public var unknown: String

    /// Products.
    public init(consumable: String, nonConsumable: String, subscription: String, unknown: String = "nobody.sells.this")
    {
        self.consumable = consumable
        self.nonConsumable = nonConsumable
        self.subscription = subscription
        self.unknown = unknown
    }
}

/// A customer with one device, and the world around them.
public protocol PurchaseCustomer: Sendable {
    /// Launches the app.
    ///
    /// - Parameter delivery: What its delivery handler does; nil if it has none.
    func launch(_ delivery: DeliveryAnswer?) async throws -> any PurchaseApp

    /// Makes something happen.
    func happen(_ event: StoreHappening) async throws

    /// The products of the transactions that the store has as unfinished.
    func unfinished() async throws -> [String]

    /// Everything that is under way on the device has happened when this returns, as far as that can be known.
    func settle() async
}

/// What an app's delivery handler does.
public enum DeliveryAnswer: Sendable, Hashable {
    /// Delivers.
    case delivers
    /// Fails.
    case fails
}

/// What can happen to a customer; each needs a ``Capability``.
public enum StoreHappening: Sendable, Hashable {
    /// The customer cancels the next purchases, or does so no more.
    case cancelling(Bool)
    /// The customer does not sign in when a restore asks for it.
    case refusingToSignIn
    /// Purchases wait for somebody, or do so no more.
    case waitingForApproval(Bool)
    /// What waits is allowed.
    case approval
    /// What waits is refused.
    case refusal
    /// The next purchase is charged, and fails; as if cancelled, or with an error that says nothing.
    case errorAfterCharge(asCancelled: Bool)
    /// Purchases fail for this reason; nil ends that.
    case failing(PurchaseFailureReason?)
    /// The last purchase of a product is refunded.
    case refund(String)
    /// A product is bought elsewhere, and not finished there.
    case purchaseElsewhere(String)
    /// Subscriptions renew once.
    case renewal
    /// Subscriptions end.
    case expiry
    /// The next purchase comes twice.
    case duplicate
    /// Signatures do not hold any more, or do again.
    case badSignatures(Bool)
}

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

    /// What the app was told is not owned any more.
    func revoked() async -> [String]

    /// What the customer may use.
    func owned() async -> Set<String>

    /// Says that a purchase is delivered, where no delivery handler does.
    func finish(_ purchase: DeliveredPurchase) async

    /// The app is killed.
    func kill() async
}
