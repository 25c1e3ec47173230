public import AppStoreModels
public import AppStoreTrust
public import Foundation
import Locking
public import SwiftyStoreKit

/// The app's own store, as a person runs the suite on a device: in the sandbox, or with a StoreKit configuration of Xcode.
///
/// ```swift
/// let harness = DeviceHarness(shop: shop) { StoreClient(storeKit: .storeKit2) }
/// let report = await ConformanceSuite.run(on: harness)
/// ```
///
/// Nobody can make a device's store do things, so behaviours that need more than products are skipped by name. Where
/// consumables may be bought, those run, too, that hold whatever the account owns. All that buy run where `reset` lets each
/// begin with a customer who owns nothing, as `clearTransactions()` of an `SKTestSession` does: on a device every customer
/// of the suite is the same account, and keeps what the one before bought.
public struct DeviceHarness: PurchaseHarness {
    public let name: String
    public let capabilities: Set<Capability>
    public let shop: ConformanceShop
    public let patience: Int
    private let reset: (@Sendable () async throws -> Void)?
    private let makeClient: @Sendable () -> StoreClient
    private let verifier: SignedDataVerifier?
    private let sleep: @Sendable (TimeInterval) async throws -> Void
    private let running = Locked(ClientApp?.none)

    /// A harness.
    ///
    /// - Parameters:
    ///   - name: What the report calls it.
    ///   - shop: What the app sells.
    ///   - buysConsumables: Whether consumables are bought; by an account without a subscription that runs, for its renewals
    ///     would be delivered between.
    ///   - reset: Takes from the account all that it ever bought; then everything is bought. nil if nobody can.
    ///   - verifier: Whose signatures count for what is owned; nil to skip that.
    ///   - patience: How often a fiftieth of a second is waited for something to happen.
    ///   - sleep: Waits some seconds.
    ///   - makeClient: Makes a client; one lives at a time.
    public init(
        name: String = "device",
        shop: ConformanceShop,
        buysConsumables: Bool = false,
        reset: (@Sendable () async throws -> Void)? = nil,
        verifier: SignedDataVerifier? = nil,
        patience: Int = 500,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(seconds: $0) },
        makeClient: @escaping @Sendable () -> StoreClient
    ) {
        self.name = name
        self.shop = shop
        self.reset = reset
        self.verifier = verifier
        self.patience = patience
        self.sleep = sleep
        self.makeClient = makeClient
        var capabilities: Set<Capability> = verifier == nil ? [] : [.entitlements, .history]
        if buysConsumables || reset != nil { capabilities.insert(.purchases) }
        if reset != nil { capabilities.insert(.freshCustomer) }
        self.capabilities = capabilities
    }

    /// The customer, without what the one before bought, where that can be taken away.
    public func begin() async throws -> any PurchaseCustomer {
        await endLastApp()
        if let reset { try await reset() }
        return DeviceCustomer(
            makeClient: makeClient,
            verifier: verifier,
            // What was remembered of the customer before is nothing of this one's.
            storage: reset == nil ? nil : MemoryStorage(),
            sleep: sleep,
            running: running
        )
    }

    public func pause() async { try? await sleep(0.02) }

    /// Ends the app of the behaviour before, as soon as it has finished what it bought: what it leaves would be delivered to
    /// the next one.
    private func endLastApp() async {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let last else { return }
        try? await sleep(0.5)
        await last.kill()
    }
}

/// The person with the device.
private struct DeviceCustomer: PurchaseCustomer {
    let makeClient: @Sendable () -> StoreClient
    let verifier: SignedDataVerifier?
    let storage: (any KeyValueStorage)?
    let sleep: @Sendable (TimeInterval) async throws -> Void
    let running: Locked<ClientApp?>

    struct CannotHappen: Error {}

    func launch(_ delivery: DeliveryAnswer?) async throws -> any PurchaseApp {
        let app = ClientApp(client: makeClient(), delivery: delivery, verifier: verifier, remembering: storage)
        running.withLock { $0 = app }
        return app
    }

    func happen(_ event: StoreHappening) async throws { throw CannotHappen() }

    func unfinished() async throws -> [String] { throw CannotHappen() }

    func settle() async { try? await sleep(0.5) }
}
