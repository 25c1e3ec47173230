import Foundation
import LocalAppStore
import Locking

extension LocalDevice {
    /// Buys a product for StoreKit 2: asks the customer, then the store.
    func purchase(
        _ productID: String,
        _ options: Set<Product.PurchaseOption>
    ) async throws -> Product.PurchaseResult {
        var request = PurchaseRequest(productID: productID, accountID: "")
        request.apply(options)
        let payment = PaymentFields(request)
        return try await purchase(payment, options.storefrontQuestion) { try $0.buy(payment) }
    }

    /// Carries out an operation of Advanced Commerce: asks the customer, then the store.
    func purchase(
        _ productID: String,
        compactJWS: String,
        _ question: Product.PurchaseOption.StorefrontQuestion?
    ) async throws -> Product.PurchaseResult {
        try await purchase(PaymentFields(productIdentifier: productID, quantity: 1), question) {
            try $0.orderCommerce(productID, compactJWS: compactJWS)
        }
    }

    private func purchase(
        _ payment: PaymentFields,
        _ question: Product.PurchaseOption.StorefrontQuestion?,
        _ buy: @escaping @Sendable (any StoreSession) throws -> SessionPurchase
    ) async throws -> Product.PurchaseResult {
        do {
            guard question != nil else {
                let buying = { @Sendable (device: LocalDevice) throws -> Product.PurchaseResult? in
                    guard try device.begin(payment) else { return nil }
                    return try device.conclude(try buy(device.session))
                }
                // The customer may take long to answer.
                let result = try await settings.showsDialogs() ? working(buying) : workingAtOnce(buying)
                guard let result else { return await neverAnswered() }
                return result
            }
            let before = try await working { device -> BeginningPurchase? in
                let storefront = device.session.storefront
                return try device.begin(payment) ? BeginningPurchase(storefront: storefront) : nil
            }
            guard let before else { return await neverAnswered() }
            try await checkStorefront(since: before, question)
            return try await working { device in try device.conclude(try buy(device.session)) }
        } catch {
            return try result(of: error)
        }
    }

    /// Asks the customer; false if nobody ever answers, because there is no sheet: then the purchase never ends, as with the
    /// bug that is imitated.
    private func begin(_ payment: PaymentFields) throws -> Bool {
        guard try checkPayment(payment) else { return false }
        // Known before the customer is charged: who has paid is to get the purchase.
        _ = try transactions.verifier(for: self, trustPolicy: setting { $0.trustPolicy })
        return true
    }

    /// What the app gets of a purchase; remembers it before the store's news of it are looked at.
    private func conclude(_ purchase: SessionPurchase) throws -> Product.PurchaseResult {
        switch purchase {
        case .purchased(let bought, let deliveries):
            let document = try bought.document ?? document(bought.identifier)
            let result: VerificationResult<Transaction> = try DocumentLook(self).result(of: document)
            let told = ToldTransaction(
                identifier: bought.identifier,
                kind: .delivery,
                isFinished: false,
                result: result
            )
            self.deliveries.withLock { $0.returns(told.identifier, told.revision) }
            receipt.update()
            for _ in 1..<max(1, deliveries) { transactions.updates.send(told) }
            return .success(result)
        case .deferred(let attempt):
            self.deliveries.withLock { $0.wait(for: attempt, with: .storeKit2) }
            return .pending
        }
    }

    private func document(_ identifier: String) throws -> SignedDocument {
        let selection = DeviceSelection(.all, transactionIDs: [identifier], includesFinishedConsumables: true)
        guard let found = try session.documents(selection).first else { throw StoreKitError.unknown }
        return found.document
    }

    /// What StoreKit 2 says of a purchase that did not go through: cancelling and waiting are results.
    private func result(of error: any Error) throws -> Product.PurchaseResult {
        if let interruption = (error as? SKError)?.interruption {
            deliveries.withLock { $0.wait(for: interruption.attempt, with: .storeKit2) }
            return .pending
        }
        let error = StoreRefusal.error(error)
        if case StoreKitError.userCancelled = error { return .userCancelled }
        throw error
    }

    /// Asks the app whether to go on in another storefront; one that takes longer than a second has refused.
    private func checkStorefront(
        since purchase: BeginningPurchase,
        _ question: Product.PurchaseOption.StorefrontQuestion?
    ) async throws {
        guard let question, let before = purchase.storefront else { return }
        guard let now = await storefront(), now.id != before.identifier else { return }
        let uptime = settings.uptime
        let start = uptime()
        guard question.ask(now), uptime() - start <= 1 else { throw StoreKitError.notAvailableInStorefront }
    }

    /// Waits until the task is cancelled, then says that the customer cancelled.
    private func neverAnswered() async -> Product.PurchaseResult {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        return .userCancelled
    }
}

/// A purchase that the customer has confirmed.
private struct BeginningPurchase: Sendable {
    /// The storefront before the sheet appeared.
    let storefront: SKStorefront?
}

extension PaymentFields {
    /// A payment of StoreKit 2, which asks for more than one of StoreKit 1 can.
    init(_ request: PurchaseRequest) {
        self.init(productIdentifier: request.productID, quantity: request.quantity)
        self.request = request
    }
}
