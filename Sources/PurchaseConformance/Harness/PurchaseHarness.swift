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

    /// Signs a promotional offer of a product, as the developer's server does; needs ``Capability/offers``.
    func sign(_ offer: String, of productID: String) async throws -> SignedOffer

    /// How often the customer was asked to sign in; needs ``Capability/signIns``.
    func signIns() async throws -> Int

    /// Launches the app with its delivery to the developer's server; needs ``Capability/server``.
    func launchWithServer() async throws -> any PurchaseApp

    /// Somebody who joins the customer's family, has a device of their own, and what the customer shares; needs
    /// ``Capability/relatives``.
    func relative() async throws -> any PurchaseCustomer

    /// A name for an account of the app that no other customer of the harness has; needs ``Capability/server``.
    func account(_ name: String) -> String

    /// What the server has of an account: how many of each product, where it gives a right or is used up; needs
    /// ``Capability/server``.
    func served(_ account: String) async throws -> [String: Int]

    /// What was sent to the server; needs ``Capability/server``.
    func traffic() async throws -> ServerTraffic

    /// How often a receipt was looked at by who checks them; needs ``Capability/receipts``.
    func receiptChecks() async throws -> Int

    /// Everything that is under way on the device has happened when this returns, as far as that can be known.
    func settle() async
}

extension PurchaseCustomer {
    /// For who has not the capability.
    public func sign(_ offer: String, of productID: String) async throws -> SignedOffer {
        throw LacksCapability(.offers)
    }

    /// For who has not the capability.
    public func signIns() async throws -> Int { throw LacksCapability(.signIns) }

    /// For who has not the capability.
    public func launchWithServer() async throws -> any PurchaseApp { throw LacksCapability(.server) }

    /// For who has not the capability.
    public func relative() async throws -> any PurchaseCustomer { throw LacksCapability(.relatives) }

    /// The name itself.
    public func account(_ name: String) -> String { name }

    /// For who has not the capability.
    public func served(_ account: String) async throws -> [String: Int] { throw LacksCapability(.server) }

    /// For who has not the capability.
    public func traffic() async throws -> ServerTraffic { throw LacksCapability(.server) }

    /// For who has not the capability.
    public func receiptChecks() async throws -> Int { throw LacksCapability(.receipts) }
}

/// A harness was asked for what it does not claim to have.
public struct LacksCapability: Error, Hashable {
    /// What it lacks.
    public let capability: Capability

    /// An error of a harness that lacks something.
    public init(_ capability: Capability) { self.capability = capability }
}
