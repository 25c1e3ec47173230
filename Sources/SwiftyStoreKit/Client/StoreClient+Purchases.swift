import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension StoreClient {
    /// Whether the customer may buy on this device.
    public var canMakePayments: Bool { services.canMakePayments() }

    /// Retrieves a product, then buys it.
    ///
    /// Cancelling the returned request works until the payment is made.
    @discardableResult
    public func purchaseProduct(
        _ productId: String,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        completion: @escaping (PurchaseResult) -> Void
    ) -> any InAppRequest {
        retrieveProductsInfo([productId]) { [self] results in
            guard let product = results.retrievedProducts.first else {
                completion(.error(error: SKError(missing: productId, results)))
                return
            }
            purchaseProduct(
                product,
                quantity: quantity,
                atomically: atomically,
                applicationUsername: applicationUsername,
                simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
                completion: completion
            )
        }
    }

    /// Buys a product.
    ///
    /// - Parameters:
    ///   - product: What `retrieveProductsInfo` returned.
    ///   - quantity: How many, 1 to 10.
    ///   - atomically: Whether the purchase is finished as soon as `completion` returns. Pass false to deliver from a
    ///     server, and finish afterwards.
    ///   - applicationUsername: The customer's account in the app's own system, best a UUID; empty means none.
    ///   - simulatesAskToBuyInSandbox: Whether the purchase waits for approval, in test environments.
    ///   - paymentDiscount: A signed promotional offer.
    ///   - completion: Called once, on the callback queue.
    public func purchaseProduct(
        _ product: SKProduct,
        quantity: Int = 1,
        atomically: Bool = true,
        applicationUsername: String = "",
        simulatesAskToBuyInSandbox: Bool = false,
        paymentDiscount: PaymentDiscount? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) {
        _ = pay(
            for: product,
            quantity: quantity,
            atomically: atomically,
            applicationUsername: applicationUsername,
            simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
            paymentDiscount: paymentDiscount,
            completion: completion
        )
    }

    /// Makes the payment; cancelling the result ends the wait, not the payment.
    func pay(
        for product: SKProduct,
        quantity: Int,
        atomically: Bool,
        applicationUsername: String,
        simulatesAskToBuyInSandbox: Bool,
        paymentDiscount: PaymentDiscount? = nil,
        winBackOfferID: String? = nil,
        completion: @escaping (PurchaseResult) -> Void
    ) -> CancellableCall? {
        // The queue raises an exception for these, which an app cannot catch.
        guard quantity > 0, !product.productIdentifier.isEmpty else {
            let handler = Handler(completion)
            callbacks.enqueue { handler(.error(error: SKError(.paymentInvalid))) }
            return nil
        }
        // What was begun in the App Store brings its offer along; one that the app names itself goes before it.
        let begun = paymentDiscount == nil ? (product as? StoreKit2Product)?.winBackOfferID : nil
        let winBackOfferID = winBackOfferID ?? begun
        guard winBackOfferID == nil || backend.storeKit == .storeKit2 else {
            let handler = Handler(completion)
            callbacks.enqueue { handler(.error(error: SKError(refusedOffer: .needsStoreKit2))) }
            return nil
        }
        let username = applicationUsername.isEmpty ? nil : applicationUsername
        let payment = SKMutablePayment(product: product)
        payment.quantity = quantity
        payment.applicationUsername = username
        payment.paymentDiscount = paymentDiscount?.discount
        #if !os(macOS)
            payment.simulatesAskToBuyInSandbox = simulatesAskToBuyInSandbox
        #endif
        let expectation = PaymentExpectation(
            product: product,
            quantity: quantity,
            applicationUsername: username,
            atomically: atomically,
            registered: services.moment,
            handler: Handler { completion(PurchaseResult($0)) },
            wait: PaymentExpectation.Wait()
        )
        // First expect, then buy: a queue that answers at once finds somebody who waits.
        state.withLock { $0.router.expect(expectation) }
        backend.buy(payment, of: product, winBackOfferID: winBackOfferID)
        return CancellableCall { [self, wait = expectation.wait] in
            guard let handler = state.withLock({ $0.router.abandon(wait) }) else { return }
            callbacks.enqueue { handler(.failed(error: SKError(abandoned: CancellationError()))) }
        }
    }
}

extension PurchaseResult {
    fileprivate init(_ result: TransactionResult) {
        switch result {
        case .purchased(let purchase): self = .success(purchase: purchase)
        case .deferred(let purchase): self = .deferred(purchase: purchase)
        case .failed(let error): self = .error(error: error)
        case .restored:
            // A payment is never answered by a restored purchase without a product; see `PaymentStage`.
            self = .error(error: SKError(.unknown))
        }
    }
}

extension SKError {
    /// Why there is no product to buy.
    init(missing productId: String, _ results: RetrieveResults) {
        if let error = results.error {
            self.init(beforePayment: error)
        } else if results.invalidProductIDs.contains(productId) {
            self.init(
                .paymentInvalid,
                userInfo: [NSLocalizedDescriptionKey: "Invalid product id: \(productId)"]
            )
        } else {
            self.init(
                beforePayment: SKError(
                    .unknown,
                    userInfo: [NSLocalizedDescriptionKey: "The store did not answer for \(productId)"]
                )
            )
        }
    }
}
