#if os(Linux)
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import TestSupport
    import Testing

    @Suite("Client code that buys, on the local store")
    struct BuyingTests {
        let shop: ClientShop
        let observer = StoreObserver()

        init() throws {
            shop = try ClientShop()
            shop.run { [observer] in observer.start() }
        }

        @Test func `Products have prices, periods and offers`() throws {
            let loader = ProductLoader()
            shop.run { loader.load([SampleShop.posy, SampleShop.bouquet, SampleShop.seeds, "weed"]) }
            #expect(loader.isFinished)
            #expect(loader.unknown == ["weed"])
            #expect(loader.products.map(\.buttonTitle) == ["$12.99", "$4.99", "$0.99"])
            let family = "for the family"
            #expect(
                loader.products.map(\.terms) == [
                    "every 1 month, spring: 2 month at 2.99, \(family)",
                    "every 1 month, 1 week free, spring: 2 month at 2.99, \(family)", "once",
                ]
            )
        }

        @Test func `A cancelled request says nothing`() {
            let loader = ProductLoader()
            shop.run {
                loader.load([SampleShop.seeds])
                loader.cancel()
            }
            #expect(!loader.isFinished && loader.products.isEmpty && loader.error == nil)
        }

        @Test func `Bought, finished, restored`() throws {
            let greenhouse = try #require(try shop.product(SampleShop.greenhouse))
            #expect(shop.run { observer.isAuthorizedForPayments })
            shop.run { observer.buy(greenhouse) }
            #expect(observer.unlocked == [SampleShop.greenhouse])
            #expect(observer.messages == ["purchasing", "done with \(SampleShop.greenhouse)"])
            shop.run { observer.restore() }
            #expect(observer.unlocked.count == 2)
            #expect(observer.messages.suffix(2) == ["all restored", "done with \(SampleShop.greenhouse)"])
            shop.run { observer.stop() }
            try shop.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
            shop.device.enterForeground()
            shop.queue.run()
            #expect(observer.unlocked.count == 2, "an observer that was removed hears nothing")
        }

        @Test(arguments: [
            (SheetAnswer.cancel, "cancelled"), (.fail(SKError(.paymentNotAllowed)), "not allowed"),
            (.fail(SKError(.clientInvalid)), "failed: SKErrorDomain 1"),
        ])
        func `A failure is told by its code`(answer: SheetAnswer, message: String) throws {
            let seeds = try #require(try shop.product(SampleShop.seeds))
            shop.device.settings.paymentSheet = { _ in answer }
            shop.run { observer.buy(seeds, quantity: 3) }
            #expect(observer.messages == ["purchasing", message, "done with \(SampleShop.seeds)"])
        }

        @Test func `A purchase waits for approval, and is refused`() throws {
            let seeds = try #require(try shop.product(SampleShop.seeds))
            try shop.store.updateSettings { $0.askToBuyEnabled = true }
            shop.run { observer.buy(seeds) }
            #expect(observer.messages == ["purchasing", "waiting for approval"])
            try shop.store.decline(attempt: try #require(shop.store.attempts.first).id)
            shop.queue.run()
            #expect(observer.messages.suffix(2) == ["cancelled", "done with \(SampleShop.seeds)"])
            #expect(observer.unlocked.isEmpty)
        }

        @Test func `A refund is told once the receipt says so`() throws {
            let greenhouse = try #require(try shop.product(SampleShop.greenhouse))
            shop.run { observer.buy(greenhouse) }
            try shop.store.refund(
                transactionID: try #require(shop.store.transactions(account: SampleShop.customer).first).transactionID
            )
            shop.queue.run()
            #expect(observer.revoked == [SampleShop.greenhouse])
        }

        @Test func `What the family shares arrives, and is revoked when a member leaves`() throws {
            let member = try shop.device(of: "iris")
            let theirs = StoreObserver()
            shop.run(on: member) { theirs.start() }
            try shop.store.createFamily(id: "garden", organizer: SampleShop.customer)
            try shop.store.joinFamily(id: "garden", account: "iris")
            let bouquet = try #require(try shop.product(SampleShop.bouquet))
            shop.run { observer.buy(bouquet) }
            #expect(theirs.unlocked.isEmpty, "it is not the member's own purchase")
            member.enterForeground()
            shop.queue.run()
            #expect(theirs.unlocked == [SampleShop.bouquet])
            try shop.store.leaveFamily(account: "iris")
            shop.queue.run()
            #expect(theirs.revoked == [SampleShop.bouquet])
            #expect(observer.revoked.isEmpty, "the purchaser keeps it")
        }

        @Test func `The receipt is read, refreshed, and refused without a password`() throws {
            let loader = ReceiptLoader()
            #expect(shop.run { loader.receipt } == nil)
            shop.run { loader.refresh() }
            #expect(loader.outcome == "refreshed")
            shop.device.settings.signsIn = false
            shop.run { loader.refreshExpired() }
            #expect(loader.outcome == "cancelled")
        }

        @Test func `Fakes of every class stand in for the store`() {
            let loader = ProductLoader()
            let request = FakeProductsRequest(productIdentifiers: ["club"])
            request.delegate = loader
            request.start()
            #expect(loader.products.map(\.terms) == ["every 3 month, spring: 6 month at 2"])
            #expect(loader.unknown == ["weed"] && loader.isFinished)
            let queue = FakeQueue()
            observer.paymentQueue(queue, updatedTransactions: queue.transactions)
            #expect(queue.finished.count == 1)
            #expect(observer.unlocked == ["club"])
        }
    }
#endif
