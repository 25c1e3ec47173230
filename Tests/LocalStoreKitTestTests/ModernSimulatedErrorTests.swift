import Foundation
import LocalStoreKit
import LocalStoreKitTest
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let catalogue = "../../Examples/Catalogues/FlowerShop.storekit"

/// What an app of StoreKit 2 gets when a session lets an API fail: the error that the test named, itself.
@Suite("Simulated errors of StoreKit 2", .storeKit(catalogue), .timeLimit(.minutes(15)))
struct ModernSimulatedErrorTests {
    /// The generic failures, and what the app must see.
    static let generic: [StoreKitError] = [
        .unknown, .userCancelled, .networkError(URLError(.timedOut)), .systemError(CocoaError(.fileNoSuchFile)),
        .notAvailableInStorefront, .notEntitled, .unsupported,
    ]

    private let session: SKTestSession

    init() throws { session = try #require(SKTestSession.current) }

    /// Runs `body`, which must fail with just this error.
    private func expect(
        _ error: StoreKitError,
        sourceLocation: SourceLocation = #_sourceLocation,
        from body: () async throws -> Void
    ) async {
        let seen = await #expect(throws: StoreKitError.self, sourceLocation: sourceLocation) { try await body() }
        guard let seen else { return }
        #expect("\(seen)" == "\(error)", sourceLocation: sourceLocation)
    }

    @Test("Loading products", arguments: generic)
    func loadProducts(error: StoreKitError) async throws {
        try await session.setSimulatedError(.generic(error), forAPI: .loadProducts)
        await expect(error) { _ = try await Product.products(for: [SampleShop.seeds]) }
        #expect(await session.simulatedError(forAPI: .loadProducts) == .generic(error))
        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
        #expect(try await Product.products(for: [SampleShop.seeds]).count == 1)
    }

    @Test("Buying, with an error of StoreKit; one that says that the customer cancelled is the result that says so")
    func purchase() async throws {
        let seeds = try #require(try await Product.products(for: [SampleShop.seeds]).first)
        for error in Self.generic {
            try await session.setSimulatedError(.generic(error), forAPI: .purchase)
            if case .userCancelled = error {
                guard case .userCancelled = try await seeds.purchase() else {
                    Issue.record("cancelling is a result")
                    return
                }
            } else {
                await expect(error) { _ = try await seeds.purchase() }
            }
        }
        #expect(session.allTransactions().isEmpty)
        try await session.setSimulatedError(nil, forAPI: .purchase)
        guard case .success(.verified) = try await seeds.purchase() else {
            Issue.record("it works again")
            return
        }
    }

    @Test(
        "Buying, with an error of the purchase",
        arguments: [
            Product.PurchaseError.invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
            .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
        ]
    )
    func refused(error: Product.PurchaseError) async throws {
        let seeds = try #require(try await Product.products(for: [SampleShop.seeds]).first)
        try await session.setSimulatedError(.purchase(error), forAPI: .purchase)
        await #expect(throws: error) { try await seeds.purchase() }
    }

    @Test(
        "Believing what is signed: purchases, sequences, statuses and the app transaction are unverified",
        arguments: [
            VerificationResult<Any>.VerificationError.revokedCertificate, .invalidCertificateChain,
            .invalidDeviceVerification, .invalidEncoding, .invalidSignature, .missingRequiredProperties,
        ]
    )
    func verification(error: VerificationResult<Any>.VerificationError) async throws {
        try await session.setSimulatedError(.verification(error), forAPI: .verification)
        let posy = try #require(try await Product.products(for: [SampleShop.posy]).first)
        guard case .success(.unverified(let transaction, let seen)) = try await posy.purchase() else {
            Issue.record("a purchase is a success that is not verified")
            return
        }
        #expect("\(seen)" == "\(error)")
        #expect(transaction.productID == SampleShop.posy)
        guard case .unverified? = await Transaction.latest(for: SampleShop.posy),
            case .unverified? = try await posy.subscription?.status.first?.renewalInfo,
            case .unverified = try await AppTransaction.shared
        else {
            Issue.record("nothing that is signed is verified")
            return
        }
        try await session.setSimulatedError(nil, forAPI: .verification)
        guard case .verified? = await Transaction.latest(for: SampleShop.posy) else {
            Issue.record("it is believed again")
            return
        }
    }

    @Test("Bringing purchases up to date", arguments: generic)
    func sync(error: StoreKitError) async throws {
        try await session.setSimulatedError(.generic(error), forAPI: .appStoreSync)
        await expect(error) { try await AppStore.sync() }
        // The app transaction is another API.
        _ = try await AppTransaction.refresh()
        try await session.setSimulatedError(nil, forAPI: .appStoreSync)
        try await AppStore.sync()
    }

    @Test("Asking where subscriptions stand; what cannot throw brings nothing", arguments: generic)
    func statuses(error: StoreKitError) async throws {
        let transaction = try await session.buyProduct(identifier: SampleShop.posy)
        let posy = try #require(try await Product.products(for: [SampleShop.posy]).first?.subscription)
        try await session.setSimulatedError(.generic(error), forAPI: .subscriptionStatus)
        await expect(error) { _ = try await posy.status }
        await expect(error) { _ = try await Product.SubscriptionInfo.status(for: posy.subscriptionGroupID) }
        await expect(error) { _ = try await Product.SubscriptionInfo.status(transactionID: transaction.id) }
        #expect(await transaction.subscriptionStatus == nil)
        for await group in Product.SubscriptionInfo.Status.all { Issue.record("\(group.groupID) came all the same") }
        try await session.setSimulatedError(nil, forAPI: .subscriptionStatus)
        #expect(try await posy.status.map(\.state) == [.subscribed])
        #expect(await transaction.subscriptionStatus?.state == .subscribed)
    }

    @Test("The app transaction, also when it is asked for anew", arguments: generic)
    func appTransaction(error: StoreKitError) async throws {
        try await session.setSimulatedError(.generic(error), forAPI: .appTransaction)
        await expect(error) { _ = try await AppTransaction.shared }
        await expect(error) { _ = try await AppTransaction.refresh() }
        try await AppStore.sync()
        try await session.setSimulatedError(nil, forAPI: .appTransaction)
        #expect(try await AppTransaction.shared.payloadValue.environment == .xcode)
    }

    @Test("The sheet for subscriptions", arguments: generic)
    func manageSubscriptions(error: StoreKitError) async throws {
        session.device.settings.subscriptionsSheet = { _ in
            Issue.record("the sheet appeared")
            return []
        }
        try await session.setSimulatedError(.generic(error), forAPI: .manageSubscriptions)
        await expect(error) { try await AppStore.showManageSubscriptions() }
        await expect(error) { try await AppStore.showManageSubscriptions(subscriptionGroupID: "any") }
    }

    @Test("The sheet for refunds, with an error of StoreKit or one of the request")
    func refundRequest() async throws {
        let transaction = try await session.buyProduct(identifier: SampleShop.greenhouse)
        for error in Self.generic {
            try await session.setSimulatedError(.generic(error), forAPI: .refundRequest)
            await expect(error) { _ = try await transaction.beginRefundRequest() }
        }
        for error in [Transaction.RefundRequestError.duplicateRequest, .failed] {
            try await session.setSimulatedError(.refundRequest(error), forAPI: .refundRequest)
            await #expect(throws: error) { try await Transaction.beginRefundRequest(for: transaction.id) }
        }
        #expect(session.allTransactions().map(\.cancelDate) == [nil])
        try await session.setSimulatedError(nil, forAPI: .refundRequest)
        #expect(try await transaction.beginRefundRequest() == .success)
        #expect(session.allTransactions().compactMap(\.cancelDate).count == 1)
    }

    @Test("Redeeming an offer code", arguments: generic)
    func offerCode(error: StoreKitError) async throws {
        session.device.settings.codeRedemptionSheet = { _ in
            Issue.record("the sheet appeared")
            return nil
        }
        try await session.setSimulatedError(.generic(error), forAPI: .offerCodeRedeem)
        await expect(error) { try await AppStore.presentOfferCodeRedeemSheet() }
    }

    @Test("Failures are equal when they say the same")
    func equality() {
        #expect(SKTestFailures.Purchase.generic(.unknown) != .purchase(.productUnavailable))
        #expect(SKTestFailures.Purchase.purchase(.productUnavailable) != .purchase(.invalidQuantity))
        #expect(SKTestFailures.RefundRequest.refundRequest(.failed) == .refundRequest(.failed))
        #expect(SKTestFailures.RefundRequest.refundRequest(.failed) != .generic(.unknown))
        #expect(SKTestFailures.Verification.verification(.invalidEncoding) != .verification(.invalidSignature))
        #expect(
            SKTestFailures.AppTransaction.generic(.networkError(URLError(.timedOut)))
                != .generic(.networkError(URLError(.cancelled)))
        )
    }
}
