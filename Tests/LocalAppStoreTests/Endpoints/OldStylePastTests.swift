import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import LocalAppStore

/// Notifications of version 1 hold the customer's whole state, and many things happen at one moment of a standing clock: each
/// must tell the state at its own event, not what came after.
@Suite("What notifications of version 1 tell of the moment they are about")
struct OldStylePastTests {
    private static let start = Shop.date("2026-01-31T10:00:00Z")

    private static func newStore() throws -> LocalAppStore {
        LocalAppStore(
            configuration: try OfferShop.configuration(),
            app: Shop.app,
            authority: try Shop.authority.get(),
            start: start,
            seed: 7
        )
    }

    /// The lists of a unified receipt.
    private struct Lists: Equatable {
        let latest: [JSONObject]
        let pending: [JSONObject]

        init(_ notification: OldStyleNotification) throws {
            let unified = VerifyReceiptResponse(
                json: try #require(notification.content[object: "unified_receipt"])
            )
            latest = unified.latestReceiptInfo.map(\.json)
            pending = unified.pendingRenewalInfo.map(\.json)
        }

        /// What the store knows of an account.
        init(_ account: String, _ engine: StoreEngine) {
            let state = AccountState(account: account, engine: engine)
            latest = state.latestReceiptInfo(newestOnly: false).prefix(100).map(\.json)
            pending = state.pendingRenewalInfo.map(\.json)
        }
    }

    /// Compares each notification with the store as it was when its event had happened.
    ///
    /// - Returns: How many notifications there were, and of how many the customer's state is another one by now.
    private func check(_ events: [StoreEvent], _ store: LocalAppStore) throws -> (count: Int, outdated: Int) {
        var then = StoreEngine(
            configuration: try OfferShop.configuration(),
            app: Shop.app,
            start: Self.start,
            seed: 7
        )
        var (count, outdated) = (0, 0)
        for event in events {
            then.replay(event)
            guard let account = event.accountID, let made = try store.oldStyleNotification(for: event) else { continue }
            let (told, expected) = (try Lists(made), Lists(account, then))
            #expect(told == expected, "\(made.type) of event \(event.sequence)")
            count += 1
            if expected != Lists(account, store.engine) { outdated += 1 }
        }
        return (count, outdated)
    }

    private func play(_ names: [String], in store: LocalAppStore) throws {
        for name in names {
            let parts = name.split(separator: "/").map(String.init)
            let subtype = parts.count == 2 ? NotificationSubtype(rawValue: parts[1]) : nil
            try store.cause(NotificationCause(NotificationType(rawValue: parts[0]), subtype))
        }
    }

    @Test("Each cause of the table", arguments: NotificationCause.allNames)
    func eachCause(name: String) throws {
        let store = try Self.newStore()
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try play([name, name], in: store)
        _ = try check(heard.events, store)
        observation.cancel()
    }

    @Test("The whole table on one customer, in an order by chance", arguments: UInt64(1)...4)
    func wholeTable(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try Self.newStore()
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try play(NotificationCause.allNames.shuffled(using: &random), in: store)
        let (count, outdated) = try check(heard.events, store)
        #expect(count > 20)
        // Else it would prove nothing.
        #expect(outdated > 10)
        observation.cancel()
    }

    @Test("A failed renewal does not know that it will be charged after all")
    func recovery() throws {
        let store = try Self.newStore()
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try play(["DID_RENEW/BILLING_RECOVERY"], in: store)
        let made = try heard.events.compactMap { try store.oldStyleNotification(for: $0) }
        let failed = try #require(made.first { $0.type == .didFailToRenew })
        let recovered = try #require(made.first { $0.type == .didRecover })
        #expect(try Lists(recovered).latest.count == Lists(failed).latest.count + 1)
        observation.cancel()
    }

    @Test("What was deleted since is still told of, in its place")
    func deleted() throws {
        let store = try Self.newStore()
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try store.createAccount(id: Shop.flora)
        let seeds = try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        try store.delete(transactionID: seeds.transactionID)
        let (count, outdated) = try check(heard.events, store)
        #expect(count == 1)
        #expect(outdated == 1)
        observation.cancel()
    }

    @Test("Only so much is remembered, and what was made is forgotten")
    func limit() {
        var past = StorePast(since: 10, limit: 4)
        for sequence in 11...18 { past.remember(.transaction("1", nil), of: "flora", replacedBy: sequence) }
        #expect(past.replaced(of: "flora", after: 10) == nil)
        #expect(past.replaced(of: "flora", after: 14)?.map(\.sequence) == [18, 17, 16, 15])
        past.forget(through: 17)
        #expect(past.replaced(of: "flora", after: 16) == nil)
        #expect(past.replaced(of: "flora", after: 17)?.map(\.sequence) == [18])
        #expect(past.replaced(of: "rose", after: 17)?.isEmpty == true)
        past.takeBack(after: 17)
        #expect(past.replaced(of: "flora", after: 17)?.isEmpty == true)
    }

    @Test("A command that fails leaves nothing to remember")
    func failed() throws {
        let store = try Self.newStore()
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try store.createAccount(id: Shop.flora)
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        #expect(throws: StoreError.self) {
            try store.cause(NotificationCause(.refund, account: Shop.flora, productID: "no"))
        }
        try store.advance(by: 40 * 86_400)
        let (count, _) = try check(heard.events, store)
        #expect(count == 2)
        observation.cancel()
    }
}
