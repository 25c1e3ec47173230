#if os(Linux)
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import Locking
    import TestSupport
    import Testing

    @Suite("Client code around a purchase, on the local store")
    struct StorefrontTests {
        let shop: ClientShop

        init() throws { shop = try ClientShop() }

        @Test func `The storefront is told, followed, and may end a purchase`() throws {
            let delegate = StorefrontDelegate()
            let observer = StoreObserver()
            shop.run {
                delegate.start()
                observer.start()
            }
            #expect(delegate.storefronts == ["USA 143441"])
            let seeds = try #require(try shop.product(SampleShop.seeds))
            shop.device.settings.paymentSheet = { [store = shop.store] _ in
                try? store.setStorefront("DEU", account: SampleShop.customer)
                return .confirm
            }
            shop.run { observer.buy(seeds) }
            #expect(delegate.storefronts == ["USA 143441", "DEU 143443"])
            #expect(observer.messages.contains("not sold here"))
            #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
        }

        @Test func `The consent to a higher price waits until the app is free`() throws {
            let bought = try shop.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            let delegate = StorefrontDelegate()
            delegate.isBusy = true
            shop.device.settings.priceConsentSheet = { _ in .agree }
            shop.run { delegate.start() }
            try shop.store.requestPriceIncrease(originalTransactionID: bought.originalTransactionID, price: 6)
            shop.queue.run()
            let isAccepted = { [store = shop.store] in
                try store.subscription(bought.originalTransactionID).priceIncrease?.isAccepted
            }
            #expect(try isAccepted() == false)
            shop.run { delegate.isFree() }
            #expect(try isAccepted() == true)
        }

        @Test func `A purchase that a link begins is bought, or kept until the app is ready`() throws {
            let app = PromotedPurchases()
            shop.run { app.start() }
            let link =
                "itms-services://?action=purchaseIntent&bundleId=\(SampleShop.app.bundleID)"
                + "&productIdentifier=\(SampleShop.greenhouse)"
            try shop.store.openPurchaseIntent(url: link, account: SampleShop.customer)
            shop.queue.run()
            #expect(app.kept.map(\.productIdentifier) == [SampleShop.greenhouse])
            #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
            shop.run { app.goOn() }
            #expect(app.bought == [SampleShop.greenhouse])
            app.isReady = true
            try shop.store.promotePurchase(productID: SampleShop.seeds, account: SampleShop.customer)
            shop.queue.run()
            #expect(app.bought == [SampleShop.greenhouse, SampleShop.seeds])
        }

        @Test func `A product is hidden from the App Store's page`() async throws {
            let seeds = try #require(try shop.product(SampleShop.seeds))
            let app = PromotedPurchases()
            try await shop.device.perform {
                try await app.hide(seeds)
                #expect(try await app.isHidden(seeds))
            }
        }

        @Test func `Content is downloaded, and the transaction finished afterwards`() throws {
            try withTemporaryFolder { folder in
                let content = folder.appendingPathComponent("\(SampleShop.greenhouse)/Contents")
                try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
                try Data("glass".utf8).write(to: content.appendingPathComponent("pane.txt"))
                shop.device.settings.hostedContentFolder = folder
                let app = Downloader()
                let observer = StoreObserver()
                shop.run { app.start() }
                let greenhouse = try #require(try shop.product(SampleShop.greenhouse))
                #expect(greenhouse.terms == "with a download")
                shop.run { observer.buy(greenhouse) }
                let url = try #require(app.contents.first).appendingPathComponent("Contents/pane.txt")
                #expect(try String(contentsOf: url, encoding: .utf8) == "glass")
                #expect(app.failures.isEmpty)
                #expect(shop.store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
            }
        }
    }
#endif
