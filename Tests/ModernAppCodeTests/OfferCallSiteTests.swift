import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

/// The call sites of `App/Offers.swift`, which compile as they are in Swift 5 and in Swift 6.
@Suite("An app's offers", .timeLimit(.minutes(15)))
@MainActor
struct OfferCallSiteTests {
    private let shop: AppShop
    private let desk = OfferDesk()

    init() throws { shop = try AppShop() }

    @Test func `A signature that is not good is refused in each form, and nothing is bought`() async throws {
        let posy = try #require(try await shop.products()[SampleShop.posy])
        let offer = SignedOffer()
        await #expect(throws: (any Error).self) {
            try await shop.device.perform { _ = try await desk.buy(posy, offer) }
        }
        await #expect(throws: (any Error).self) {
            try await shop.device.perform { _ = try await desk.buyWithSignature(posy, offer) }
        }
        await #expect(throws: (any Error).self) {
            try await shop.device.perform { _ = try await desk.buy(posy, offer: "spring", compactJWS: "a.b.c") }
        }
        #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `A decision about introductory offers that is not signed gives the full price, as it is known to do`()
        async throws
    {
        let posy = try #require(try await shop.products()[SampleShop.posy])
        let result = try? await shop.device.perform { try await desk.buy(posy, introductory: "a.b.c") }
        if case .success(.verified(let transaction))? = result {
            #expect(desk.offer(of: transaction) == "none")
        } else {
            #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
        }
    }

    @Test func `A transaction says which offer it had`() async throws {
        let posy = try #require(try await shop.products()[SampleShop.posy])
        try await shop.device.perform {
            guard case .success(let result) = try await posy.purchase() else {
                Issue.record("it went through")
                return
            }
            #expect(desk.offer(of: try result.payloadValue) == "introductory true")
            #expect(try await desk.winBack(posy) == nil)
            #expect(try await desk.buyWinBack(posy) == nil)
        }
    }

    @Test(
        "Each error is told apart",
        arguments: [
            (Product.PurchaseError.ineligibleForOffer, "not for you"),
            (Product.PurchaseError.invalidOfferSignature, "no such offer"),
            (StoreKitError.networkError(URLError(.timedOut)), "network -1001"),
            (StoreKitError.notAvailableInStorefront, "not sold here"), (StoreKitError.userCancelled, "cancelled"),
            (CancellationError(), "other"),
        ] as [(Error, String)]
    )
    func errors(error: Error, text: String) {
        #expect(desk.explain(error) == text)
        #expect(desk.explain(Product.PurchaseError.productUnavailable) != "refused")
    }
}
