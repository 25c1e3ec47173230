import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalAppStoreServer
import NIOEmbedded
import PurchaseServer
import StoreConfiguration

/// The App Store: the store itself, what it answers servers, and the notifications that it sends.
final class SimulatedStore {
    let store: LocalAppStore
    let server: LocalStoreServer
    let books = SimulatedBooks()
    private let observation: StoreObservation

    /// The app's shared secret.
    static let sharedSecret = "hush-0123456789abcdef-hush"

    init(seed: UInt64, authority: CertificateAuthority, log: SimulatedLog, notifications: any HTTPTransport) throws {
        let configuration = try StoreConfiguration(data: Data(PackageResources.SimulatedShop_storekit))
        let store = LocalAppStore(
            configuration: configuration,
            app: SimulatedWorld.app,
            authority: authority,
            start: SimulatedWorld.start,
            seed: seed,
            environment: .production
        )
        let books = books
        observation = store.observe { books.note($0) }
        self.store = store
        server = LocalStoreServer(
            store: store,
            // An attempt takes no time that anybody would see, so none is ever looked at twice.
            realTime: RealTime(now: { store.now }, sleep: { _ in try await Self.endlessly() }),
            sharedSecret: Self.sharedSecret,
            notificationURL: SimulatedWorld.serverURL.appendingPathComponent("apple/notifications"),
            transport: notifications,
            logger: log.logger
        )
    }

    /// What answers servers.
    var door: any HTTPTransport { server.inProcess(over: NIOAsyncTestingChannel()) }

    /// Waits until the task is cancelled.
    static func endlessly() async throws { try await Task.sleep(for: .seconds(1_000_000)) }

    /// What purchase servers sign their questions with.
    func serverAPI() throws -> ServerAPIAccess {
        let key = server.serverAPIKey
        return ServerAPIAccess(
            key: try InAppPurchaseKey(pem: key.pem, keyID: key.keyID, issuerID: key.issuerID),
            addresses: ServerAPIAddresses(base: SimulatedWorld.storeURL)
        )
    }

    /// What a customer has by the store's own records.
    func holdings(of account: String) -> Set<SimulatedHolding> {
        let kept = store.transactions(account: account).filter {
            $0.productID == SimulatedGoods.greenhouse && !$0.isRestored && $0.revocationDate == nil
        }
        var holdings = Set(kept.map { SimulatedHolding(product: $0.productID) })
        for subscription in store.subscriptions(account: account) where subscription.hasAccess {
            holdings.insert(SimulatedHolding(product: subscription.productID, renews: subscription.autoRenews))
        }
        return holdings
    }
}

/// Something that a customer may use.
struct SimulatedHolding: Hashable, Sendable, Comparable, CustomStringConvertible {
    let product: String
    /// Of a subscription whether it renews.
    var renews: Bool?

    var description: String { product + (renews.map { $0 ? " renewing" : " ending" } ?? "") }

    static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
