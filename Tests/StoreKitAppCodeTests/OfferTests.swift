#if os(Linux)
    import AppStoreModels
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import Locking
    import TestSupport
    import Testing

    @Suite("Client code with offers, on the local store")
    struct OfferTests {
        let shop: ClientShop
        let observer = StoreObserver()
        private let user = "5c7f3c3e-0f4b-4a57-9d0c-3f2c1b8a7d11"

        init() throws {
            shop = try ClientShop()
            shop.run { [observer] in observer.start() }
        }

        /// The customer had a subscription, which has ended.
        private func subscribe() throws {
            let bought = try shop.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            try shop.store.finish(transactionID: bought.transactionID)
            try shop.store.expire(originalTransactionID: bought.originalTransactionID)
        }

        @Test func `A signed offer is applied to who has or had a subscription`() throws {
            try subscribe()
            let posy = try #require(try shop.product(SampleShop.posy))
            let offer = try shop.offer(for: user)
            shop.run { OfferBuyer().buy(posy, with: offer, for: user) }
            #expect(observer.unlocked == [SampleShop.posy])
            let bought = try #require(shop.store.transactions(account: SampleShop.customer).last)
            #expect(bought.offer?.identifier == "spring")
            #expect(bought.price.amount == Decimal(string: "2.99"))
        }

        @Test func `A signature is good for one purchase`() throws {
            try subscribe()
            let posy = try #require(try shop.product(SampleShop.posy))
            let offer = try shop.offer(for: user)
            for _ in 0..<2 { shop.run { OfferBuyer().buy(posy, with: offer, for: user) } }
            #expect(observer.messages.contains("no such offer: \(SKError.Code.invalidSignature.rawValue)"))
        }

        @Test(arguments: [
            (OfferFault.noSubscription, SKError.Code.ineligibleForOffer), (.unknownOffer, .invalidOfferIdentifier),
            (.otherUser, .invalidSignature), (.old, .invalidSignature), (.otherKey, .invalidSignature),
            (.noBase64, .invalidSignature), (.noSignature, .missingOfferParams), (.noKey, .missingOfferParams),
            (.noTimestamp, .missingOfferParams),
        ])
        func `An offer that does not hold fails with its code, and nothing is bought`(
            fault: OfferFault,
            code: SKError.Code
        ) throws {
            if fault != .noSubscription { try subscribe() }
            let before = shop.store.transactions(account: SampleShop.customer).count
            let posy = try #require(try shop.product(SampleShop.posy))
            var offer = try shop.offer(
                fault == .unknownOffer ? "winter" : "spring",
                for: user,
                age: fault == .old ? 90_000 : 0,
                keyID: fault == .otherKey ? "OTHER" : ClientShop.keyID
            )
            switch fault {
            case .noBase64: offer.signature = "no base64"
            case .noSignature: offer.signature = ""
            case .noKey: offer.keyID = ""
            case .noTimestamp: offer.timestamp = 0
            case .noSubscription, .unknownOffer, .otherUser, .old, .otherKey: break
            }
            let buyer = fault == .otherUser ? "" : user
            shop.run { [offer] in OfferBuyer().buy(posy, with: offer, for: buyer) }
            #expect(observer.messages.contains("no such offer: \(code.rawValue)"))
            #expect(observer.unlocked.isEmpty)
            #expect(shop.store.transactions(account: SampleShop.customer).count == before)
        }

        @Test func `A code that the customer types becomes a purchase`() throws {
            try shop.store.createCustomCode("SPRING26", productID: SampleShop.posy, referenceName: "Newcomers")
            shop.device.settings.codeRedemptionSheet = { _ in "spring26" }
            shop.run { OfferBuyer().redeemCode() }
            #expect(observer.unlocked == [SampleShop.posy])
            #expect(shop.store.transactions(account: SampleShop.customer).first?.offer?.type == .offerCode)
            #expect(shop.store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
        }

        @Test func `A refused code leaves the sheet open, with the reason; nothing is bought`() throws {
            try shop.store.createCustomCode("SPRING26", productID: SampleShop.posy, referenceName: "Newcomers")
            let refusals = Locked([SKError.Code?]())
            shop.device.settings.codeRedemptionSheet = { refusal in
                let typed = refusals.withLock { refusals in
                    refusals.append((refusal as? SKError)?.code)
                    return refusals.count
                }
                return ["WEED", "SPRING26", nil][typed - 1]
            }
            try subscribe()
            shop.run { OfferBuyer().redeemCode() }
            #expect(refusals.withLock { $0 } == [nil, .invalidOfferIdentifier, .ineligibleForOffer])
            #expect(observer.unlocked.isEmpty)
        }

        @Test func `A customer who types a refused code again, and one who sees no sheets, redeem nothing`() {
            let asked = Locked(0)
            shop.device.settings.codeRedemptionSheet = { _ in
                asked.withLock { $0 += 1 }
                return "WEED"
            }
            shop.run { OfferBuyer().redeemCode() }
            #expect(asked.withLock { $0 } == 2)
            shop.device.settings.showsDialogs = { false }
            shop.run { OfferBuyer().redeemCode() }
            #expect(asked.withLock { $0 } == 2)
            #expect(observer.messages.isEmpty)
        }
    }

    /// What is wrong with an offer.
    enum OfferFault: Sendable {
        case noSubscription, unknownOffer, otherUser, old, otherKey, noBase64, noSignature, noKey, noTimestamp
    }
#endif
