import AppStoreModels
public import AppStoreTrust
public import Foundation
import Locking
public import PurchaseServerClient
public import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// An app on a `StoreClient`, as the suite drives it; on StoreKit 1 and on StoreKit 2.
public final class ClientApp: PurchaseApp {
    let client: StoreClient
    private let delivery: DeliveryAnswer?
    private let verifier: SignedDataVerifier?
    /// The developer's server; nil for an app without one.
    let server: PurchaseBackend?
    /// Checks receipts; nil for an app that never does.
    let receipts: (any ReceiptValidator & Sendable)?
    /// Where it is remembered what was delivered, and what is owned; nil for the client's own place.
    private let storage: (any KeyValueStorage)?
    let state = Locked(State())

    struct State: Sendable {
        var delivered: [DeliveredPurchase] = []
        var attempts = 0
        var revoked: [String] = []
        var isDead = false
        var open: [String: PurchaseDetails] = [:]
        var storefronts: [String] = []
        var listening: [Task<Void, Never>] = []

        /// The delivery handler is called; whether it has delivered. In one step, so that what a killed app has delivered is
        /// what it had when it was killed.
        mutating func handle(_ purchase: DeliveredPurchase, _ answer: DeliveryAnswer) -> Bool {
            guard !isDead else { return false }
            attempts += 1
            guard answer == .delivers else { return false }
            delivered.append(purchase)
            return true
        }
    }

    private let refused: Locked<Int>

    private struct CannotDeliver: Error {}

    /// Whether the app has a delivery handler, which finishes what it delivers.
    var deliversItself: Bool { delivery != nil }

    /// An app on a client that nobody else uses.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - delivery: What the delivery handler does; nil for none.
    ///   - verifier: Whose signatures count for what is owned; nil if the app does not say what is owned.
    ///   - server: The developer's server, which gets every purchase before it is delivered; nil for none.
    ///   - retry: How long a failed delivery waits until it is tried again.
    ///   - receipts: Checks receipts; nil if the app never does.
    public convenience init(
        client: StoreClient,
        delivery: DeliveryAnswer?,
        verifier: SignedDataVerifier? = nil,
        server: PurchaseBackendConfiguration? = nil,
        retry: DeliveryRetry = DeliveryRetry(),
        receipts: (any ReceiptValidator & Sendable)? = nil
    ) {
        self.init(
            client: client,
            delivery: delivery,
            verifier: verifier,
            server: server,
            retry: retry,
            receipts: receipts,
            remembering: nil
        )
    }

    /// The same, with a place of its own to remember things.
    init(
        client: StoreClient,
        delivery: DeliveryAnswer?,
        verifier: SignedDataVerifier?,
        server: PurchaseBackendConfiguration? = nil,
        retry: DeliveryRetry = DeliveryRetry(),
        receipts: (any ReceiptValidator & Sendable)? = nil,
        remembering storage: (any KeyValueStorage)?
    ) {
        self.client = client
        self.delivery = delivery
        self.verifier = verifier
        self.receipts = receipts
        self.storage = storage
        let refused = Locked(0)
        self.refused = refused
        self.server = server.map { Self.backend($0, counting: refused) }
        let storefronts = client.storefronts.dropFirst()
        let listening = Task { [weak self] in
            for await storefront in storefronts {
                guard let code = storefront?.countryCode else { continue }
                self?.state.withLock { $0.storefronts.append(code) }
            }
        }
        // The refund of what entitles to nothing comes as a transaction.
        let transactions = client.transactions
        let refunds = Task { [weak self] in
            for await purchase in transactions where purchase.transaction.signedDates?.revocation != nil {
                self?.state.withLock { $0.revoked.append(purchase.productId) }
            }
        }
        state.withLock { $0.listening = [listening, refunds] }
        client.onEntitlementRevocation { [weak self] products in self?.state.withLock { $0.revoked += products } }
        if let delivery { deliver(delivery, retry) }
    }

    private func deliver(_ answer: DeliveryAnswer, _ retry: DeliveryRetry) {
        let handler: @Sendable (Purchase) async throws -> Void = { [weak self] purchase in
            let delivery = DeliveredPurchase(purchase)
            guard let self, state.withLock({ $0.handle(delivery, answer) }) else { throw CannotDeliver() }
        }
        guard let server else { return client.deliver(retry: retry, storage: storage, handler) }
        client.deliver(to: server, retry: retry, storage: storage, then: handler)
    }

    private static func backend(
        _ given: PurchaseBackendConfiguration,
        counting refused: Locked<Int>
    ) -> PurchaseBackend {
        var configuration = given
        configuration.onProblem = { problem in
            if problem.serverCode == "purchase-of-another-customer" { refused.withLock { $0 += 1 } }
            given.onProblem(problem)
        }
        return PurchaseBackend(configuration)
    }

    /// How often the server said that a purchase stays with another customer.
    public func refusedPurchases() async -> Int { refused.withLock { $0 } }

    /// Asks the store for products.
    public func products(_ identifiers: Set<String>) async -> LoadedProducts {
        let results = await client.retrieveProductsInfo(identifiers)
        return LoadedProducts(
            items: results.retrievedProducts.map {
                .init(id: $0.productIdentifier, title: $0.localizedTitle, displayPrice: $0.localizedPrice ?? "")
            }
            .sorted { $0.id < $1.id },
            unknown: results.invalidProductIDs,
            hasFailed: results.error != nil
        )
    }

    /// Buys.
    public func buy(_ productID: String, quantity: Int, account: UUID?) async -> BuyingOutcome {
        let result = await client.purchaseProduct(
            productID,
            quantity: quantity,
            atomically: delivery != nil,
            applicationUsername: account?.uuidString ?? ""
        )
        return outcome(of: result)
    }

    /// In the words of the suite.
    func outcome(of result: PurchaseResult) -> BuyingOutcome {
        switch result {
        case .success(let purchase):
            let bought = DeliveredPurchase(purchase)
            state.withLock { $0.open[bought.transactionID] = purchase }
            return .bought(bought)
        case .deferred: return .pending
        case .error(let error):
            return .failed(PurchaseFailureReason(error), mayHaveBeenCharged: error.mayHaveBeenCharged)
        }
    }

    /// Restores.
    public func restore() async -> RestoreOutcome {
        let results = await client.restorePurchases()
        if let failure = results.restoreFailedPurchases.first { return .failed(PurchaseFailureReason(failure.0)) }
        return .restored(results.restoredPurchases.map(DeliveredPurchase.init).sorted { $0.productID < $1.productID })
    }

    /// What the delivery handler has delivered.
    public func delivered() async -> [DeliveredPurchase] { state.withLock { $0.delivered } }

    /// How often the delivery handler was called.
    public func deliveryAttempts() async -> Int { state.withLock { $0.attempts } }

    /// What `onEntitlementRevocation` told, and of what entitles to nothing `transactions`.
    public func revoked() async -> [String] { state.withLock { $0.revoked } }

    /// What signed transactions say.
    public func owned() async -> Set<String> {
        guard let verifier else { return [] }
        return await SignedEntitlements(client: client, verifier: verifier, storage: storage).refresh().productIDs
    }

    /// What signed transactions say; StoreKit 2 has them, which a client on StoreKit 1 asks, too.
    public func takenBack() async -> Set<String> {
        guard let verifier else { return [] }
        let signed = await client.signedPurchases().compactMap { try? verifier.verify(signedTransaction: $0.jws) }
        return Set(signed.filter { $0.payload.revocationDate != nil }.compactMap(\.payload.productID))
    }

    /// Finishes a purchase that this app made.
    public func finish(_ purchase: DeliveredPurchase) async {
        guard let details = state.withLock({ $0.open[purchase.transactionID] }) else { return }
        client.finishTransaction(details.transaction)
    }

    /// The client hears of nothing any more, and delivers nothing any more.
    public func kill() async {
        let listening = state.withLock { state in
            state.isDead = true
            return state.listening
        }
        for task in listening { task.cancel() }
        client.leaveQueue()
    }
}

extension DeliveredPurchase {
    fileprivate init(_ purchase: Purchase) {
        self.init(
            productID: purchase.productId,
            transactionID: purchase.transaction.transactionIdentifier ?? "",
            originalTransactionID: purchase.originalTransaction?.transactionIdentifier,
            quantity: purchase.quantity,
            account: purchase.applicationUsername.flatMap(UUID.init(uuidString:)),
            jws: purchase.jwsRepresentation
        )
    }

    fileprivate init(_ purchase: PurchaseDetails) {
        self.init(
            productID: purchase.productId,
            transactionID: purchase.transaction.transactionIdentifier ?? "",
            originalTransactionID: purchase.originalTransaction?.transactionIdentifier,
            quantity: purchase.quantity,
            account: purchase.applicationUsername.flatMap(UUID.init(uuidString:)),
            jws: purchase.jwsRepresentation
        )
    }
}

extension PurchaseFailureReason {
    init(_ error: SKError) {
        switch error.code {
        case .paymentCancelled: self = .cancelled
        case .paymentNotAllowed: self = .notAllowed
        case .storeProductNotAvailable: self = .unavailable
        case .paymentInvalid: self = .invalid
        case .cloudServiceNetworkConnectionFailed: self = .network
        case .invalidOfferIdentifier, .invalidSignature, .invalidOfferPrice, .missingOfferParams, .ineligibleForOffer:
            self = .offer
        default: self = .other
        }
    }
}
