import AppStoreModels
import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreKit2Backend {
    func buy(_ payment: SKPayment, of product: SKProduct, winBackOfferID: String?) {
        let order = PaymentOrder(payment, winBackOfferID: winBackOfferID)
        let transaction = withBook { $0.begin(order) }
        announce([transaction])
        let known = (product as? StoreKit2Product)?.product
        let attempt = Attempt(order: order, transaction: transaction, began: Moment(context.tellTime))
        let work: @Sendable () async -> Void = { [weak self] in await self?.run(attempt, buying: known) }
        if context.run(work) == nil { fail(attempt, SKError(.unknown, userInfo: Self.nobodyToAsk)) }
    }

    /// A purchase that runs.
    struct Attempt: Sendable {
        let order: PaymentOrder
        let transaction: StoreKit2Transaction
        let began: Moment
    }

    static var nobodyToAsk: [String: Any] {
        [NSLocalizedDescriptionKey: "The device of this client is gone. Keep the LocalDevice."]
    }

    private func run(_ attempt: Attempt, buying known: Product?) async {
        // What there was of the product before cannot be what this purchase brings.
        var before: Transaction?
        do {
            guard let product = try await product(attempt.order, known) else {
                return fail(attempt, SKError(.storeProductNotAvailable))
            }
            let winBack = try await winBackOption(attempt.order, of: product)
            before = await Transaction.latest(for: product.id)?.unsafePayloadValue
            switch try await purchase(product, options(attempt).union([winBack].compactMap(\.self))) {
            case .success(let result): succeed(attempt, result)
            case .pending:
                show(withBook { $0.postponed(attempt.transaction, attempt.order) }, after: attempt)
            case .userCancelled: await failUnlessCharged(attempt, SKError(.paymentCancelled), since: before)
            // A result of a later system: what it brings, if anything, comes through `updates`.
            @unknown default: await failUnlessCharged(attempt, SKError(.unknown), since: before)
            }
        } catch {
            await failUnlessCharged(attempt, SKError(storeError: error), since: before)
        }
    }

    private func purchase(
        _ product: Product,
        _ options: Set<Product.PurchaseOption>
    ) async throws -> Product.PurchaseResult {
        #if os(visionOS)
            // It wants a window there; no client is on StoreKit 2 there, see `StoreKitChoice`.
            throw SKError(.clientInvalid)
        #else
            try await product.purchase(options: options)
        #endif
    }

    /// The product, as StoreKit 2 wants it; an app may have it from elsewhere.
    private func product(_ order: PaymentOrder, _ known: Product?) async throws -> Product? {
        if let known { return known }
        do {
            return try await Product.products(for: [order.productID]).first
        } catch {
            throw SKError(beforePayment: error)
        }
    }

    private func succeed(_ attempt: Attempt, _ result: VerificationResult<Transaction>) {
        switch SignedTransaction.reading(result) {
        case .success(let signed): succeed(attempt, signed)
        case .failure(let error):
            report(error.transaction)
            fail(attempt, SKError(unverified: error.transaction))
        }
    }

    private func succeed(_ attempt: Attempt, _ signed: SignedTransaction) {
        show(withBook { $0.purchased(attempt.transaction, signed) }, after: attempt)
    }

    private func fail(_ attempt: Attempt, _ reason: SKError) {
        show(withBook { $0.failed(attempt.transaction, reason) }, after: attempt)
    }

    /// The purchase says its end first, then what waited for it.
    private func show(_ held: [SignedTransaction], after attempt: Attempt) {
        announce([attempt.transaction])
        show(held)
    }

    /// Looks for a purchase before a failure is believed that may have come after the charge: among what is unfinished, and at
    /// the latest of the product, which may be there first, or be finished by somebody else already. Systems are known that
    /// say of a purchase that went through that it was cancelled. Which of several purchases was charged the book decides.
    ///
    /// - Parameter before: The latest transaction of the product before the purchase; nil if there was none.
    private func failUnlessCharged(_ attempt: Attempt, _ reason: SKError, since before: Transaction?) async {
        guard reason.mayHaveBeenCharged || reason.code == .paymentCancelled else { return fail(attempt, reason) }
        var found = withBook { $0.held(for: attempt.transaction) }
        found += await StoreKit2Context.read(Transaction.unfinished) { report($0) }
        if let latest = await newest(of: attempt.order.productID) { found.append(latest) }
        let earliest = attempt.began.date?.addingTimeInterval(-Self.clockAllowance) ?? .distantPast
        let candidates = found.filter { candidate in
            attempt.order.fits(candidate) && candidate.isNew(since: before)
                && candidate.transaction.purchaseDate >= earliest && candidate.transaction.revocationDate == nil
        }
        // In one step, so that two that end at the same time do not claim the same.
        show(withBook { $0.failed(attempt.transaction, reason, unlessCharged: candidates) }, after: attempt)
    }

    /// The latest transaction of a product; nil if there is none that is verified.
    private func newest(of productID: String) async -> SignedTransaction? {
        guard let result = await Transaction.latest(for: productID) else { return nil }
        switch SignedTransaction.reading(result) {
        case .success(let signed): return signed
        case .failure(let error):
            report(error.transaction)
            return nil
        }
    }

    // MARK: Options

    private func options(_ attempt: Attempt) -> Set<Product.PurchaseOption> {
        let order = attempt.order
        var options: Set<Product.PurchaseOption> = [.onStorefrontChange(shouldContinuePurchase: question(attempt))]
        if order.quantity != 1 { options.insert(.quantity(order.quantity)) }
        if let token = order.accountToken { options.insert(.appAccountToken(token)) }
        if order.simulatesAskToBuy { options.insert(.simulatesAskToBuyInSandbox(true)) }
        if let discount = order.discount?.discount {
            options.insert(
                .promotionalOffer(
                    offerID: discount.identifier,
                    keyID: discount.keyIdentifier,
                    nonce: discount.nonce,
                    // What is not base64 is no signature, and the store says so.
                    signature: Data(base64: discount.signature) ?? Data(),
                    timestamp: discount.timestamp.intValue
                )
            )
        }
        return options
    }

    private func question(_ attempt: Attempt) -> @Sendable (Storefront) -> Bool {
        { [weak self] storefront in
            let handler = self?.client?.state.withLock { $0.handlers.shouldContinueTransaction }
            return handler?(attempt.transaction, StoreKit2Storefront(storefront)) ?? true
        }
    }

    // MARK: Restoring

    func restore(applicationUsername username: String?) {
        let account = username.flatMap(UUID.init(uuidString:))
        let work: @Sendable () async -> Void = { [weak self] in await self?.restore(account) }
        if context.run(work) == nil { client?.restoreEnded(SKError(.unknown, userInfo: Self.nobodyToAsk)) }
    }

    /// Gives back what StoreKit 1 restores: non-consumables and subscriptions that are finished and not refunded. What is
    /// unfinished is shown as what it is.
    private func restore(_ account: UUID?) async {
        await finished()
        do {
            try await AppStore.sync()
        } catch {
            client?.restoreEnded(error)
            return
        }
        let unfinished = await sweep()
        let all = await StoreKit2Context.read(Transaction.all) { report($0) }
        let restorable = all.filter { signed in
            let transaction = signed.transaction
            return [.nonConsumable, .autoRenewable].contains(transaction.productType)
                && transaction.revocationDate == nil && !unfinished.contains(signed.id)
                && (account == nil || transaction.appAccountToken == account)
        }
        let restore = context.newIdentifier()
        announce(
            restorable.map { signed in
                withBook { $0.restored(signed, delivery: "\(signed.id) restored \(restore)") }
            }
        )
        client?.restoreEnded(nil)
    }

    /// Goes on with restores of earlier launches.
    func resumeRestores(_ lost: [RestoredLedger.Entry]) async {
        guard let ledger = client?.restoredLedger else { return }
        let found = await context.found(lost, in: ledger) { report($0) }
        announce(found.map { signed, delivery in withBook { $0.restored(signed, delivery: delivery) } })
    }
}
