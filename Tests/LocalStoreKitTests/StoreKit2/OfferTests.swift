import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("StoreKit 2: offers", .timeLimit(.minutes(15)))
struct OfferTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    /// A customer whose subscription has ended.
    private func leave() async throws {
        let bought = try await shop.buy(SampleShop.posy)
        try shop.store.expire(originalTransactionID: String(bought.id))
    }

    private func purchase(_ options: Set<Product.PurchaseOption>) async throws -> Transaction {
        try await shop.buy(SampleShop.bouquet, options)
    }

    @Test func `The introductory offer is used without asking`() async throws {
        let transaction = try await shop.buy(SampleShop.posy)
        let offer = try #require(transaction.offer)
        #expect(offer.id == nil)
        #expect(offer.type == .introductory)
        #expect(offer.paymentMode == .freeTrial)
        #expect(offer.period == .weekly)
        #expect(transaction.price == 0)
        #expect(transaction.offerType == .introductory)
        #expect(transaction.offerPaymentModeStringRepresentation == "FREE_TRIAL")
        #expect(transaction.offerPeriodStringRepresentation == "P1W")
    }

    @Test("A promotional offer needs the developer's signature, old or new", arguments: [true, false])
    func promotional(isCompact: Bool) async throws {
        try await leave()
        let name = ModernShop.promotionalOffer
        var options: Set<Product.PurchaseOption> = []
        if isCompact {
            let jws = try shop.compactJWS(
                "promotional-offer",
                ["productId": .string(SampleShop.bouquet), "offerIdentifier": .string(name)]
            )
            options.formUnion(Product.PurchaseOption.promotionalOffer(name, compactJWS: jws))
        } else {
            let signature = try shop.signature(product: SampleShop.bouquet)
            options.insert(.promotionalOffer(offerID: name, signature: signature))
        }
        let transaction = try await purchase(options)
        #expect(transaction.offer?.type == .promotional)
        #expect(transaction.offer?.id == name)
        #expect(transaction.price == Decimal(string: "2.99"))
    }

    @Test func `The oldest form has the parts of the signature one by one`() async throws {
        try await leave()
        let token = UUID()
        let signature = try shop.signature(product: SampleShop.bouquet, customer: token)
        let transaction = try await purchase([
            .appAccountToken(token),
            .promotionalOffer(
                offerID: ModernShop.promotionalOffer,
                keyID: signature.keyID,
                nonce: signature.nonce,
                signature: signature.signature,
                timestamp: signature.timestamp
            ),
        ])
        #expect(transaction.offer?.type == .promotional)
        #expect(transaction.appAccountToken == token)
    }

    @Test func `A signature serves one purchase of one product by one customer`() async throws {
        try await leave()
        let name = ModernShop.promotionalOffer
        let other = try shop.signature(product: SampleShop.posy)
        let someone = try shop.signature(product: SampleShop.bouquet, customer: UUID())
        for signature in [other, someone] {
            await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
                try await purchase([.promotionalOffer(offerID: name, signature: signature)])
            }
        }
        let good = try shop.signature(product: SampleShop.bouquet)
        _ = try await purchase([.promotionalOffer(offerID: name, signature: good)])
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await purchase([.promotionalOffer(offerID: name, signature: good)])
        }
    }

    @Test func `What is no JWS is no signature`() async throws {
        try await leave()
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await purchase(
                Set(Product.PurchaseOption.promotionalOffer(ModernShop.promotionalOffer, compactJWS: "no jws"))
            )
        }
    }

    @Test func `An offer that there is not, and one that the customer may not have`() async throws {
        let signature = try shop.signature(product: SampleShop.bouquet)
        await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
            try await purchase([.promotionalOffer(offerID: "winter", signature: signature)])
        }
        await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
            try await purchase([.promotionalOffer(offerID: ModernShop.promotionalOffer, signature: signature)])
        }
    }

    @Test func `A win-back offer is for who has left, and needs no signature`() async throws {
        let offers = try await shop.product(SampleShop.bouquet).subscription?.winBackOffers ?? []
        let offer = try #require(offers.first)
        await #expect(throws: Product.PurchaseError.ineligibleForOffer) { try await purchase([.winBackOffer(offer)]) }
        try await leave()
        let transaction = try await purchase([.winBackOffer(offer)])
        #expect(transaction.offer?.type == .winBack)
        #expect(transaction.offer?.id == ModernShop.winBackOffer)
        #expect(transaction.price == 0)
    }

    @Test(
        "The developer's server decides about the introductory offer, both ways",
        arguments: [(true, true), (false, false)]
    )
    func eligibility(allows: Bool, getsOffer: Bool) async throws {
        // Who had one gets it again; who had none gets none.
        if allows { try await leave() }
        let jws = try eligibilityJWS(allows)
        let transaction = try await shop.buy(SampleShop.posy, [.introductoryOfferEligibility(compactJWS: jws)])
        #expect((transaction.offer?.type == .introductory) == getsOffer)
    }

    @Test func `A decision that is not signed as it should be gives the full price`() async throws {
        let jws = try eligibilityJWS(true)
        let bad = String(jws.dropLast(8)) + "AAAAAAAA"
        let transaction = try await shop.buy(SampleShop.posy, [.introductoryOfferEligibility(compactJWS: bad)])
        #expect(transaction.offer == nil)
        #expect(transaction.price == Decimal(string: "4.99"))
    }

    @Test func `A decision serves one purchase`() async throws {
        try await leave()
        let jws = try eligibilityJWS(true)
        let first = try await shop.buy(SampleShop.posy, [.introductoryOfferEligibility(compactJWS: jws)])
        #expect(first.offer?.type == .introductory)
        try shop.store.expire(originalTransactionID: String(first.originalID))
        let second = try await shop.buy(SampleShop.posy, [.introductoryOfferEligibility(compactJWS: jws)])
        #expect(second.offer == nil)
    }

    private func eligibilityJWS(_ allows: Bool) throws -> String {
        let account = try shop.store.account(SampleShop.customer)
        return try shop.compactJWS(
            "introductory-offer-eligibility",
            [
                "productId": .string(SampleShop.posy), "allowIntroductoryOffer": .bool(allows),
                "transactionId": .string(account.appTransactionID),
            ]
        )
    }
}
