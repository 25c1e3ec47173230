import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// A4: what the App Store has to say inside the app, and what it asks by itself where the app listens to no messages.
@Suite("StoreKit 2: messages and higher prices", .timeLimit(.minutes(15)))
struct MessageTests {
    private let shop: ModernShop
    /// The products that the customer was asked about.
    private let asked = Locked([String]())

    init() throws {
        shop = try ModernShop(hasTwoGroups: true)
        answer(.notNow, on: shop.device)
    }

    private func answer(_ answer: PriceIncreaseAnswer, on device: LocalDevice) {
        device.settings.priceConsentSheet = { [asked] sheet in
            asked.withLock { $0.append(sheet.productIdentifier) }
            return answer
        }
    }

    private var questions: [String] { asked.withLock { $0 } }

    /// A subscription whose price goes up.
    private func subscribed(to product: String = SampleShop.bouquet) async throws -> String {
        let id = String(try await shop.buy(product).originalID)
        try shop.store.requestPriceIncrease(originalTransactionID: id, price: 15)
        return id
    }

    private func isAccepted(_ id: String) throws -> Bool? {
        try shop.store.subscription(id).priceIncrease?.isAccepted
    }

    private func listen() -> Listener<Message> { shop.device.transactions.listenToMessages(in: shop.device) }

    /// The messages that nobody has taken.
    private var waiting: [Message] { shop.device.transactions.messages.waiting }

    // MARK: Messages

    @Test func `A message that a listener did not take is for the next one`() async throws {
        _ = try await subscribed()
        for _ in 0..<2 {
            let listener = listen()
            await shop.settle()
            #expect(waiting.map(\.reason) == [.priceIncreaseConsent])
            withExtendedLifetime(listener) {}
        }
    }

    @Test func `A message that somebody has taken is told to nobody else`() async throws {
        _ = try await subscribed()
        do {
            let listener = listen()
            #expect(await listener.next()?.reason == .priceIncreaseConsent)
        }
        let listener = listen()
        await shop.settle()
        #expect(waiting.isEmpty)
        withExtendedLifetime(listener) {}
    }

    @Test func `A message that a listener did not take is for one who listens already`() async throws {
        _ = try await subscribed()
        let listening: Listener<Message>
        do {
            let leaving = listen()
            await shop.settle()
            listening = listen()
            await shop.settle()
            #expect(waiting.count == 1, "it was told once")
            withExtendedLifetime(leaving) {}
        }
        await shop.settle()
        #expect(waiting.map(\.reason) == [.priceIncreaseConsent])
        withExtendedLifetime(listening) {}
    }

    @Test func `What is over is told to nobody, also if nobody took it`() async throws {
        let id = try await subscribed()
        do {
            let listener = listen()
            await shop.settle()
            withExtendedLifetime(listener) {}
        }
        try shop.store.answerPriceIncrease(originalTransactionID: id, accepts: true)
        let listener = listen()
        await shop.settle()
        #expect(waiting.isEmpty)
        withExtendedLifetime(listener) {}
    }

    @Test func `Each subscription has a message of its own, which asks about that one`() async throws {
        answer(.agree, on: shop.device)
        let listener = listen()
        let first = try await subscribed()
        await shop.settle()
        let second = try await subscribed(to: ModernShop.garden)
        await shop.settle()
        #expect(waiting.map(\.reason) == [.priceIncreaseConsent, .priceIncreaseConsent])
        #expect(waiting.map(\.subscription) == [first, second])
        try await #require(waiting.last).display()
        await shop.settleBoth()
        #expect(questions == [ModernShop.garden])
        #expect(try isAccepted(first) == false)
        #expect(try isAccepted(second) == true)
        withExtendedLifetime(listener) {}
    }

    @Test func `Two subscriptions that cannot be charged are told both`() async throws {
        let ids = [
            try await shop.buy(SampleShop.bouquet), try await shop.buy(ModernShop.garden),
        ].map { String($0.originalID) }
        try shop.store.updateSettings { $0.billingRetryOnRenewalEnabled = true }
        try shop.store.advance(days: 32)
        let listener = listen()
        await shop.settle()
        #expect(waiting.map(\.reason) == [.billingIssue, .billingIssue])
        #expect(waiting.map(\.subscription) == ids)
        withExtendedLifetime(listener) {}
    }

    // MARK: What the App Store asks by itself

    @Test func `Who listens to no messages is asked when a price goes up, and at the foreground`() async throws {
        let inbox = await UpdatesInbox(shop)
        let id = try await subscribed()
        await shop.settleBoth()
        #expect(questions == [SampleShop.bouquet])
        answer(.agree, on: shop.device)
        shop.device.enterForeground()
        await shop.settleBoth()
        #expect(questions == [SampleShop.bouquet, SampleShop.bouquet])
        #expect(try isAccepted(id) == true)
        withExtendedLifetime(inbox) {}
    }

    @Test func `Who listens to messages is told, and not asked`() async throws {
        let inbox = await UpdatesInbox(shop)
        let listener = listen()
        _ = try await subscribed()
        await shop.settleBoth()
        shop.device.enterForeground()
        await shop.settleBoth()
        #expect(questions == [])
        #expect(waiting.map(\.reason) == [.priceIncreaseConsent])
        withExtendedLifetime((inbox, listener)) {}
    }

    @Test func `An app that does not run is not asked, but at its launch it is, once`() async throws {
        _ = try await subscribed()
        await shop.settleBoth()
        #expect(questions == [])
        let device = try ModernShop.launch(shop.store)
        answer(.notNow, on: device)
        for _ in 0..<2 {
            let inbox = await UpdatesInbox(shop.store, device)
            await device.settleBoth()
            withExtendedLifetime(inbox) {}
        }
        #expect(questions == [SampleShop.bouquet])
    }

    @Test func `An app with an observer as well is asked once at its launch`() async throws {
        _ = try await subscribed()
        let device = try ModernShop.launch(shop.store)
        answer(.notNow, on: device)
        let observer = RecordingObserver()
        device.queue.add(observer)
        let inbox = await UpdatesInbox(shop.store, device)
        await device.settleBoth()
        #expect(questions == [SampleShop.bouquet])
        withExtendedLifetime((observer, inbox)) {}
    }

    @Test func `Who begins to listen to messages before the sheet appears is told instead`() async throws {
        _ = try await subscribed()
        let (work, callbacks) = (ManualQueue(), ManualQueue())
        let device = try LocalDevice(
            store: shop.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: CallbackQueue { callbacks.enqueue($0) },
            work: CallbackQueue { work.enqueue($0) }
        )
        answer(.agree, on: device)
        let updates = device.transactions.listen(in: device)
        work.run()
        #expect(callbacks.count == 1)
        let messages = device.transactions.listenToMessages(in: device)
        callbacks.run()
        work.run()
        #expect(questions == [])
        #expect(device.transactions.messages.waiting.map(\.reason) == [.priceIncreaseConsent])
        withExtendedLifetime((updates, messages)) {}
    }
}
