#if os(Linux)
    import AppStoreTrust
    import Foundation
    import LocalAppStore
    import Locking
    import TestSupport
    import Testing

    @testable import LocalAppStoreServer
    @testable import LocalStoreKit

    /// StoreKit 2 in one process, the store in another: here both in one, with HTTP between them.
    @Suite("StoreKit 2 on a store over HTTP", .timeLimit(.minutes(15)))
    struct RemoteStoreKit2Tests {
        private let store: LocalAppStore

        init() throws { store = try SampleShop.open(codeOffers: ["Spring"]) }

        private func serving(_ body: (LocalDevice) async throws -> Void) async throws {
            try await LocalStoreServer.withRunning(store) { _, url in
                let pauses = DispatchQueue(label: "reconnect")
                let device = LocalDevice(
                    storeURL: url,
                    transport: FutureTransport(),
                    account: SampleShop.customer,
                    identifier: try SampleShop.device(),
                    callbacks: CallbackQueue(DispatchQueue(label: "callbacks")),
                    work: CallbackQueue(DispatchQueue(label: "work")),
                    retry: CallbackQueue(pauses),
                    timeout: 600
                )
                try await device.perform { try await body(device) }
            }
        }

        private func product(_ identifier: String) async throws -> Product {
            try #require(try await Product.products(for: [identifier]).first)
        }

        private func buy(_ identifier: String, _ options: Set<Product.PurchaseOption> = []) async throws -> Transaction
        {
            guard case .success(let result) = try await product(identifier).purchase(options: options) else {
                throw StoreKitError.userCancelled
            }
            return try result.payloadValue
        }

        private func list(_ sequence: Transaction.Transactions) async -> [UInt64] {
            var found: [UInt64] = []
            for await result in sequence { found.append(result.unsafePayloadValue.id) }
            return found
        }

        @Test func `A purchase is verified, listed, finished and known to the store`() async throws {
            try await serving { _ in
                #expect(try await product(SampleShop.posy).displayPrice == "$4.99")
                let token = UUID()
                let bought = try await buy(SampleShop.posy, [.appAccountToken(token)])
                #expect(bought.appAccountToken == token)
                #expect(await list(Transaction.all) == [bought.id])
                #expect(await list(Transaction.currentEntitlements) == [bought.id])
                #expect(await list(Transaction.unfinished) == [bought.id])
                await bought.finish()
                #expect(await list(Transaction.unfinished) == [])
                #expect(store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
                #expect(AppStore.deviceVerificationID != nil)
                #expect(await Storefront.current?.countryCode == "USA")
            }
        }

        @Test func `What leads out of the catalogue reaches the store, refusals and tokens, too`() async throws {
            try await serving { device in
                let product = try await AdvancedCommerceProduct(id: SampleShop.seeds)
                let refusal = await #expect(throws: InvalidRequestError.self) {
                    try await product.purchase(compactJWS: "a.b.c")
                }
                #expect((refusal?.code ?? 0) / 1_000 >= 4_000)
                device.settings.externalPurchases.isAllowed = true
                #expect(try await ExternalPurchaseCustomLink.token(for: "ACQUISITION") != nil)
                #expect(store.externalPurchaseTokens.map(\.accountID) == [SampleShop.customer])
                await #expect(throws: StoreKitError.self) { try await ExternalPurchaseCustomLink.token(for: "OTHER") }
            }
        }

        @Test func `What the store's root did not sign is not verified`() async throws {
            try await serving { device in
                let bought = try await buy(SampleShop.greenhouse)
                device.settings.trustPolicy = .appStore
                guard
                    case .unverified(let transaction, .invalidCertificateChain)? =
                        await Transaction.latest(for: SampleShop.greenhouse)
                else {
                    Issue.record("nobody but Apple is trusted")
                    return
                }
                #expect(transaction.id == bought.id)
            }
        }

        @Test func `Statuses, eligibility and the app transaction come over the wire`() async throws {
            try await serving { _ in
                let posy = try await product(SampleShop.posy)
                #expect(await posy.subscription?.isEligibleForIntroOffer == true)
                let bought = try await buy(SampleShop.posy)
                #expect(await posy.subscription?.isEligibleForIntroOffer == false)
                let status = try #require(try await posy.subscription?.status.first)
                #expect(status.state == .subscribed)
                #expect(try status.renewalInfo.payloadValue.autoRenewPreference == SampleShop.posy)
                #expect(try await SubscriptionInfo.status(transactionID: bought.id)?.state == .subscribed)
                #expect(try await SubscriptionInfo.status(transactionID: 1) == nil)
                let app = try await AppTransaction.shared.payloadValue
                #expect(app.bundleID == SampleShop.app.bundleID)
            }
        }

        @Test func `A lower level is answered at once and begins with the next period`() async throws {
            try await serving { _ in
                var updates = Transaction.updates.makeAsyncIterator()
                let higher = try await buy(SampleShop.bouquet)
                await higher.finish()
                let held = try await buy(SampleShop.posy)
                #expect(held.id == higher.id)
                #expect(held.productID == SampleShop.bouquet)
                let status = try #require(try await product(SampleShop.posy).subscription?.status.first)
                #expect(try status.renewalInfo.payloadValue.autoRenewPreference == SampleShop.posy)
                #expect(try status.transaction.payloadValue.productID == SampleShop.bouquet)
                try store.advance(days: 32)
                let renewal = try #require(await updates.next()?.unsafePayloadValue)
                #expect(renewal.productID == SampleShop.posy)
                #expect(renewal.originalID == higher.originalID)
            }
        }

        @Test func `Renewals, refunds and what a parent allows come by themselves`() async throws {
            try await serving { _ in
                let bought = try await buy(SampleShop.bouquet)
                var updates = Transaction.updates.makeAsyncIterator()
                try store.advance(days: 32)
                let renewal = try #require(await updates.next()?.unsafePayloadValue)
                #expect(renewal.reason == .renewal)
                #expect(renewal.originalID == bought.id)
                try store.refund(transactionID: String(renewal.id))
                let refunded = try #require(await updates.next()?.unsafePayloadValue)
                #expect(refunded.id == renewal.id)
                #expect(refunded.revocationDate != nil)
                guard
                    case .pending = try await product(SampleShop.seeds)
                        .purchase(options: [.simulatesAskToBuyInSandbox(true)])
                else {
                    Issue.record("it must be pending")
                    return
                }
                try store.approve(attempt: try #require(store.attempts.last).id)
                #expect(await updates.next()?.unsafePayloadValue.productID == SampleShop.seeds)
            }
        }

        @Test func `Refusals of the store are errors of StoreKit 2`() async throws {
            try await serving { _ in
                let seeds = try await product(SampleShop.seeds)
                await #expect(throws: Product.PurchaseError.invalidQuantity) {
                    try await seeds.purchase(options: [.quantity(0)])
                }
                try store.updateSettings { $0.purchaseFailure = .invalidSignature }
                await #expect(throws: Product.PurchaseError.invalidOfferSignature) { try await seeds.purchase() }
            }
        }

        @Test func `The App Store's sheets reach the store`() async throws {
            try await serving { device in
                let bought = try await buy(SampleShop.bouquet)
                device.settings.subscriptionsSheet = { sheet in
                    sheet.statuses.map { status in
                        let id = status.transaction.unsafePayloadValue.originalID
                        return SubscriptionChoice(originalTransactionID: id, change: .cancel)
                    }
                }
                try await AppStore.showManageSubscriptions()
                #expect(try store.subscription(String(bought.id)).autoRenews == false)
                #expect(try await bought.beginRefundRequest() == .success)
                await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
                    try await bought.beginRefundRequest()
                }
            }
        }

        @Test func `Nobody reaches what belongs to another account`() async throws {
            try store.createAccount(id: "fern")
            let others = try store.buy(productID: SampleShop.seeds, account: "fern")
            try await serving { device in
                #expect(await list(Transaction.all) == [])
                await #expect(throws: Transaction.RefundRequestError.failed) {
                    try await Transaction.beginRefundRequest(for: try #require(UInt64(others.transactionID)))
                }
                await #expect(throws: SKError.self) {
                    try await device.working { device in
                        try device.session.changeSubscription(others.transactionID, autoRenews: false, productID: nil)
                    }
                }
            }
        }
    }
#endif
