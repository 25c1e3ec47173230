import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Locking
import PurchaseConformance
import SwiftyStoreKit
import TestSupport

/// The client on a local store, in this process or over HTTP, on either interface of Apple.
struct LocalHarness: PurchaseHarness {
    let storeKit: StoreKitChoice
    let store: LocalAppStore
    /// Where the store is served; nil for in this process.
    let url: URL?
    /// The suite has a time limit; steps of the scheduler say nothing of time. Who looks for the behaviour that hangs sets a limit.
    let patience = ProcessInfo.processInfo.environment["PURSER_PATIENCE"].flatMap { Int($0) } ?? .max
    let shop = ConformanceShop(
        consumable: SampleShop.seeds,
        nonConsumable: SampleShop.greenhouse,
        subscription: SampleShop.bouquet,
        plans: ConformancePlans(
            higher: SampleShop.bouquet,
            lower: SampleShop.posy,
            sideways: SampleShop.wreath,
            longer: SampleShop.year,
            otherGroup: SampleShop.garden,
            promotionalOffer: "spring",
            winBackOffer: "return"
        )
    )
    private let customers = Locked(0)
    /// Signs offers.
    let key: P256.Signing.PrivateKey
    /// The developer's server.
    let server: DeveloperServer

    /// A harness on a store of ``SampleShop/openWithPlans(key:)``.
    init(
        _ storeKit: StoreKitChoice,
        _ store: LocalAppStore,
        key: P256.Signing.PrivateKey,
        server: DeveloperServer,
        at url: URL? = nil
    ) {
        (self.storeKit, self.store, self.key, self.server, self.url) = (storeKit, store, key, server, url)
    }

    /// Runs the suite against a store and a server that nobody else uses.
    static func report(_ storeKit: StoreKitChoice, overHTTP: Bool) async throws -> ConformanceReport {
        let key = P256.Signing.PrivateKey()
        let store = try SampleShop.openWithPlans(key: key.derRepresentation)
        let report = Locked(ConformanceReport?.none)
        try await LocalStoreServer.withRunning(store) { _, url in
            try await DeveloperServer.withRunning(beside: store, at: url) { server in
                let harness = LocalHarness(storeKit, store, key: key, server: server, at: overHTTP ? url : nil)
                let made = await ConformanceSuite.run(on: harness)
                report.withLock { $0 = made }
            }
        }
        guard let made = report.withLock({ $0 }) else { throw CocoaError(.fileReadUnknown) }
        return made
    }

    var name: String { "LocalStoreKit \(storeKit == .storeKit2 ? 2 : 1)\(url == nil ? "" : " over HTTP")" }

    var capabilities: Set<Capability> {
        let both: Set<Capability> = [
            .freshCustomer, .relaunch, .inspection, .cancelling, .approval, .errorAfterCharge, .failing, .refunds,
            .purchasesElsewhere, .time, .duplicates, .entitlements, .plans, .offers, .storefronts, .families, .billing,
            .interruptions, .promotions, .signIns, .offline, .withdrawals, .sheets, .server, .receipts, .history,
            .relatives,
        ]
        return storeKit == .storeKit2 ? both.union(Self.ofStoreKit2) : both
    }

    /// What only StoreKit 2 has.
    private static let ofStoreKit2: Set<Capability> = [
        .badSignatures, .signedPurchases, .winBackPurchases, .updates,
    ]

    /// What an interface has not.
    static func lacking(_ storeKit: StoreKitChoice) -> Set<Capability> { storeKit == .storeKit2 ? [] : ofStoreKit2 }

    func begin() async throws -> any PurchaseCustomer {
        let number = customers.withLock { number in
            number += 1
            return number
        }
        let account = "customer\(number)"
        try store.createAccount(id: account)
        try store.updateSettings { $0.withdrawnProductIDs = [] }
        return LocalCustomer(harness: self, account: account, receipt: try TemporaryFolder())
    }

    func pause() async { await Task.yield() }

    var verifier: SignedDataVerifier {
        SignedDataVerifier(
            policy: store.trustPolicy,
            apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
            environments: [.sandbox],
            now: { [store] in store.now }
        )
    }
}
