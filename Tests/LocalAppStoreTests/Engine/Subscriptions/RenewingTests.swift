import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Renewing and expiring")
struct RenewingTests {
    @Test("A subscription renews at its due times, on its day of the month or the last one")
    func dueTimes() throws {
        var engine = try Shop.engine(start: "2026-01-31T10:00:00Z")
        let first = try engine.buy(Shop.bouquet)
        try engine.advance(to: "2026-06-15T00:00:00Z")
        let transactions = engine.transactions(account: Shop.flora)
        #expect(
            transactions.map { RFC3339.string(from: $0.purchaseDate) } == [
                "2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z", "2026-03-31T10:00:00Z", "2026-04-30T10:00:00Z",
                "2026-05-31T10:00:00Z",
            ]
        )
        #expect(
            transactions.map(\.expiresDate).dropLast() == transactions.map(\.purchaseDate).dropFirst().map { $0 }[...]
        )
        #expect(transactions.allSatisfy { $0.originalTransactionID == first.transactionID })
        #expect(transactions.allSatisfy { $0.originalPurchaseDate == first.purchaseDate })
        #expect(transactions.dropFirst().allSatisfy { $0.reason == .renewal && !$0.isFinished })
        #expect(Set(transactions.map(\.webOrderLineItemID)).count == 5)
        #expect(engine.now == Shop.date("2026-06-15T00:00:00Z"))
        #expect(
            engine.takeEvents().filter { $0.name == .renewed }.map(\.date)
                == transactions.dropFirst().map(\.purchaseDate)
        )
    }

    @Test("One long journey and many short ones end in the same state")
    func pathIndependence() throws {
        var long = try Shop.engine()
        _ = try long.buy(Shop.bouquet)
        var short = long
        try long.advance(to: "2027-01-31T10:00:00Z")
        for day in 1...365 {
            try short.advance(to: Shop.date("2026-01-31T10:00:00Z").addingTimeInterval(Double(day) * 86_400))
        }
        #expect(short.transactions(account: Shop.flora) == long.transactions(account: Shop.flora))
        #expect(short.subscriptions == long.subscriptions)
    }

    @Test("Nothing happens a millisecond before, everything at the moment itself")
    func boundary() throws {
        var engine = try Shop.engine()
        let expires = try #require(try engine.buy(Shop.bouquet).expiresDate)
        try engine.advance(to: expires.addingTimeInterval(-0.001))
        #expect(engine.transactions(account: Shop.flora).count == 1)
        try engine.advance(to: expires)
        #expect(engine.transactions(account: Shop.flora).count == 2)
    }

    @Test("Time does not run backwards, nor out of the calendar")
    func badTimes() throws {
        var engine = try Shop.engine()
        let before = engine
        #expect(throws: StoreError(.clockBackwards, "")) { try engine.advance(to: "2026-01-31T09:59:59Z") }
        #expect(throws: StoreError(.clockBackwards, "")) { try engine.advance(to: .distantPast) }
        #expect(throws: StoreError(.invalidValue, "")) { try engine.advance(to: Date(timeIntervalSince1970: 1e15)) }
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.advance(to: Date(timeIntervalSince1970: .infinity))
        }
        #expect(throws: StoreError.self) { try engine.advance(to: Date(timeIntervalSince1970: .nan)) }
        #expect(engine == before)
    }

    @Test("With renewal turned off it expires at the end of the period, because the customer wanted it")
    func voluntary() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).originalTransactionID
        _ = engine.takeEvents()
        try engine.setAutoRenew(false, originalTransactionID: id)
        #expect(try engine.subscription(id).hasAccess)
        try engine.setAutoRenew(false, originalTransactionID: id)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        let subscription = try engine.subscription(id)
        #expect(subscription.status == .expired)
        #expect(subscription.expirationIntent == .customerCancelled)
        #expect(!subscription.hasAccess)
        #expect(engine.takeNotifications() == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY"])
        #expect(throws: StoreError(.invalidState, "")) { try engine.setAutoRenew(true, originalTransactionID: id) }
        #expect(throws: StoreError(.unknownSubscription, "")) {
            try engine.setAutoRenew(true, originalTransactionID: "1")
        }
    }

    @Test("Turned on again in time, it renews")
    func turnedOnAgain() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).originalTransactionID
        try engine.setAutoRenew(false, originalTransactionID: id)
        try engine.setAutoRenew(true, originalTransactionID: id)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try engine.subscription(id).status == .active)
        #expect(engine.transactions(account: Shop.flora).count == 2)
    }

    @Test("After a limit of renewals it stops, as the sandbox does after twelve")
    func limit() throws {
        var engine = try Shop.engine {
            $0.renewalLimit = 12
            $0.timeRate = .monthlyRenewalEveryFiveMinutes
        }
        let id = try engine.buy(Shop.bouquet).originalTransactionID
        try engine.advance(to: "2026-02-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).count == 13)
        #expect(try engine.subscription(id).status == .expired)
        #expect(try engine.subscription(id).expiresDate == Shop.date("2026-01-31T11:05:00Z"))
    }

    @Test("Bought again after it expired, the chain goes on and the customer is greeted again")
    func resubscribe() throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.bouquet)
        try engine.expire(originalTransactionID: first.transactionID)
        try engine.advance(to: "2026-02-05T00:00:00Z")
        _ = engine.takeEvents()
        let again = try engine.buy(Shop.posy)
        #expect(again.originalTransactionID == first.transactionID)
        #expect(again.originalPurchaseDate == first.purchaseDate)
        #expect(again.purchaseDate == engine.now)
        #expect(engine.takeNotifications() == ["SUBSCRIBED/RESUBSCRIBE"])
        let subscription = try engine.subscription(first.transactionID)
        #expect(subscription.status == .active)
        #expect(subscription.autoRenews)
        #expect(subscription.recentSubscriptionStartDate == first.purchaseDate)
    }

    @Test("After a gap of 60 days a new run of periods begins")
    func recentStart() throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.bouquet)
        try engine.expire(originalTransactionID: first.transactionID)
        try engine.advance(to: "2026-04-01T10:00:00Z")
        _ = try engine.buy(Shop.bouquet)
        #expect(try engine.subscription(first.transactionID).recentSubscriptionStartDate == engine.now)
    }

    @Test("Forced to renew, the period ends now and the next begins; renewal is on again")
    func forced() throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.bouquet)
        try engine.setAutoRenew(false, originalTransactionID: first.transactionID)
        try engine.advance(to: "2026-02-10T00:00:00Z")
        try engine.forceRenewal(originalTransactionID: first.transactionID)
        let transactions = engine.transactions(account: Shop.flora)
        #expect(transactions.map(\.expiresDate) == [engine.now, Shop.date("2026-03-10T00:00:00Z")])
        #expect(try engine.subscription(first.transactionID).autoRenews)
        try engine.advance(to: "2026-03-10T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).count == 3)
    }

    @Test("Expired by command, it ends now")
    func expired() throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.bouquet)
        try engine.advance(to: "2026-02-10T00:00:00Z")
        try engine.expire(originalTransactionID: first.transactionID)
        #expect(engine.transactions(account: Shop.flora).map(\.expiresDate) == [engine.now])
        #expect(try engine.subscription(first.transactionID).status == .expired)
        #expect(throws: StoreError(.invalidState, "")) { try engine.expire(originalTransactionID: first.transactionID) }
        try engine.advance(to: "2027-01-01T00:00:00Z")
        #expect(engine.transactions(account: Shop.flora).count == 1)
    }

    @Test("An extended period ends later, and later ones follow it", arguments: [1, 90])
    func extended(_ days: Int) throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.bouquet)
        try engine.extendRenewal(originalTransactionID: first.transactionID, days: days)
        let end = Shop.date("2026-02-28T10:00:00Z").addingTimeInterval(Double(days) * 86_400)
        #expect(try engine.transaction(first.transactionID).expiresDate == end)
        try engine.advance(to: end)
        #expect(engine.transactions(account: Shop.flora).map(\.purchaseDate) == [first.purchaseDate, end])
        for days in [0, 91, -5] {
            #expect(throws: StoreError(.invalidValue, "")) {
                try engine.extendRenewal(originalTransactionID: first.transactionID, days: days)
            }
        }
    }

    @Test("Two customers renew each at their own time, the earlier first")
    func order() throws {
        var engine = try Shop.engine()
        try engine.createAccount(id: "fern")
        _ = try engine.purchase(PurchaseRequest(productID: Shop.bouquet, accountID: "fern"))
        try engine.advance(to: "2026-02-01T00:00:00Z")
        _ = try engine.buy(Shop.bouquet)
        _ = engine.takeEvents()
        try engine.advance(to: "2026-04-01T00:00:00Z")
        let renewals = engine.takeEvents().filter { $0.name == .renewed }
        #expect(renewals.map(\.accountID) == ["fern", "flora", "fern", "flora"])
        #expect(renewals.map(\.date) == renewals.map(\.date).sorted())
    }
}
