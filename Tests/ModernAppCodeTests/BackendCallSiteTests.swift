import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

/// The call sites of `App/Backend.swift` and `App/Surroundings.swift`, which compile as they are in Swift 5 and in Swift 6.
@Suite("What an app sends, keeps and watches", .timeLimit(.minutes(15)))
@MainActor
struct BackendCallSiteTests {
    private let shop: AppShop
    private let uploader = Uploader()
    private let surroundings = Surroundings()

    init() throws { shop = try AppShop() }

    @Test func `Consumables that were not finished are delivered once`() async throws {
        let ledger = PurchaseLedger()
        for _ in 0..<3 { try shop.store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        await shop.device.perform {
            await ledger.deliverUnfinished()
            await ledger.deliverUnfinished()
        }
        #expect(await ledger.coins == 3)
        #expect(shop.store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `The server gets each signed transaction`() async throws {
        try shop.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        let products = try await shop.products()
        try await shop.device.perform {
            let uploads = await uploader.uploads()
            #expect(uploads.map(\.productID) == [SampleShop.posy, SampleShop.greenhouse])
            #expect(uploads.map(\.price) == [0, Decimal(string: "9.99")])
            #expect(Set(uploads.map(\.currency)) == ["USD"])
            #expect(uploads.allSatisfy { $0.jws.split(separator: ".").count == 3 && $0.environment == "Sandbox" })
            #expect(await uploader.ownedProductIDs() == [SampleShop.posy, SampleShop.greenhouse])
            let owned = await uploader.entitlements(of: Array(products.values))
            #expect(Set(owned.filter(\.value).keys) == [SampleShop.posy, SampleShop.greenhouse])
            let latest = try #require(await Transaction.latest(for: SampleShop.greenhouse))
            let payload = try uploader.payload(latest)
            #expect(payload?["productId"] as? String == SampleShop.greenhouse)
            #expect(await uploader.boughtBefore("1.1"))
            #expect(await !uploader.boughtBefore("1.0"))
        }
    }

    @Test func `The storefront and what comes from the App Store are watched`() async throws {
        try await shop.device.perform {
            #expect(await surroundings.country() == "USA")
            let watches = [
                surroundings.watchStorefront(), surroundings.watchIntents(), surroundings.watchMessages(),
            ]
            // A change of before they listen is lost, so the customer moves until one is heard.
            var country = "DEU"
            while surroundings.countries.isEmpty {
                try shop.store.setStorefront(country, account: SampleShop.customer)
                country = country == "DEU" ? "FRA" : "DEU"
                await Task.yield()
            }
            let changes = AsyncStream<Void>.makeStream()
            surroundings.onChange = { changes.continuation.yield() }
            var changed = changes.stream.makeAsyncIterator()
            shop.device.beginStorePurchase(productIdentifier: SampleShop.seeds)
            while surroundings.wanted.isEmpty { _ = await changed.next() }
            #expect(surroundings.wanted == [SampleShop.seeds])
            let bought = try shop.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
            try shop.store.requestPriceIncrease(originalTransactionID: bought.transactionID, price: 15)
            while surroundings.reasons.isEmpty { _ = await changed.next() }
            #expect(surroundings.reasons == [.priceIncreaseConsent])
            watches.forEach { $0.cancel() }
        }
    }

    @Test func `Refunds are asked for once`() async throws {
        try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try await shop.device.perform {
            let bought = try #require(await Transaction.latest(for: SampleShop.greenhouse)).payloadValue
            #expect(await surroundings.refund(bought) == "asked")
            #expect(await surroundings.refund(bought) == "asked before")
        }
    }

    @Test func `What leads out of the catalogue is there, and refused where it is not allowed`() async throws {
        await shop.device.perform {
            #expect(surroundings.canSell())
            #expect(await surroundings.leave() == nil)
            #expect(await surroundings.order(SampleShop.seeds, signed: "a.b.c") ?? 0 > 4_000_000)
            #expect(await surroundings.order("no.such", signed: "a.b.c") == -1)
            shop.device.settings.externalPurchases.isAllowed = true
            #expect(await surroundings.leave()?.isEmpty == false)
        }
    }
}
