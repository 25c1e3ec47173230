public import AppStoreModels
public import AppStoreTrust
public import Foundation
public import SwiftyStoreKit

/// The app's own store, as a person runs the suite on a device: in the sandbox, or with a StoreKit configuration of Xcode.
///
/// ```swift
/// let harness = DeviceHarness(shop: shop) { StoreClient(storeKit: .storeKit2) }
/// let report = await ConformanceSuite.run(on: harness)
/// ```
///
/// Nobody can make a device's store do things, so behaviours that need more than products are skipped by name. With
/// `isFreshCustomer` true those that buy run, too: take a test account that never bought anything, for a customer of a
/// behaviour keeps what the one before bought.
public struct DeviceHarness: PurchaseHarness {
    public let name: String
    public let capabilities: Set<Capability>
    public let shop: ConformanceShop
    public let patience: Int
    private let makeClient: @Sendable () -> StoreClient
    private let verifier: SignedDataVerifier?
    private let sleep: @Sendable (TimeInterval) async throws -> Void

    /// A harness.
    ///
    /// - Parameters:
    ///   - name: What the report calls it.
    ///   - shop: What the app sells.
    ///   - isFreshCustomer: Whether purchases are made, by an account that owns nothing.
    ///   - verifier: Whose signatures count for what is owned; nil to skip that.
    ///   - patience: How often a fiftieth of a second is waited for something to happen.
    ///   - sleep: Waits some seconds.
    ///   - makeClient: Makes a client; one lives at a time.
    public init(
        name: String = "device",
        shop: ConformanceShop,
        isFreshCustomer: Bool = false,
        verifier: SignedDataVerifier? = nil,
        patience: Int = 500,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(seconds: $0) },
        makeClient: @escaping @Sendable () -> StoreClient
    ) {
        self.name = name
        self.shop = shop
        self.verifier = verifier
        self.patience = patience
        self.sleep = sleep
        self.makeClient = makeClient
        let buying: Set<Capability> = isFreshCustomer ? [.freshCustomer] : []
        capabilities = verifier == nil ? buying : buying.union([.entitlements, .history])
    }

    public func begin() async throws -> any PurchaseCustomer {
        DeviceCustomer(makeClient: makeClient, verifier: verifier, sleep: sleep)
    }

    public func pause() async { try? await sleep(0.02) }
}

/// The person with the device.
private struct DeviceCustomer: PurchaseCustomer {
    let makeClient: @Sendable () -> StoreClient
    let verifier: SignedDataVerifier?
    let sleep: @Sendable (TimeInterval) async throws -> Void

    struct CannotHappen: Error {}

    func launch(_ delivery: DeliveryAnswer?) async throws -> any PurchaseApp {
        ClientApp(client: makeClient(), delivery: delivery, verifier: verifier)
    }

    func happen(_ event: StoreHappening) async throws { throw CannotHappen() }

    func unfinished() async throws -> [String] { throw CannotHappen() }

    func settle() async { try? await sleep(0.5) }
}
