import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("A card that works again")
struct BillingRetryTests {
    /// A renewal of 1 February could not be charged; the card is Flora's alone.
    private func engineInTrouble(grace: Bool) throws -> (StoreEngine, String) {
        var engine = try Shop.engine(start: "2026-01-01T00:00:00Z") { $0.billingGracePeriodEnabled = grace }
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.setRules(AccountRules(renewalChargesFail: true), account: Shop.flora)
        try engine.advance(to: "2026-02-01T00:00:00Z")
        _ = engine.takeEvents()
        return (engine, id)
    }

    @Test("The store tries once a day from the renewal on; recovered in the grace period, the billing date stays")
    func grace() throws {
        var (engine, id) = try engineInTrouble(grace: true)
        try engine.advance(to: "2026-02-05T06:00:00Z")
        #expect(try engine.subscription(id).nextChargeDate == nil)
        try engine.setRules(AccountRules(), account: Shop.flora)
        #expect(try engine.subscription(id).nextChargeDate == Shop.date("2026-02-06T00:00:00Z"))
        #expect(engine.nextDueDate == Shop.date("2026-02-06T00:00:00Z"))
        try engine.advance(to: "2026-02-05T23:59:59Z")
        #expect(try engine.subscription(id).status == .billingGracePeriod)
        try engine.advance(to: "2026-02-06T00:00:00Z")
        #expect(engine.takeNotifications() == ["DID_RENEW/BILLING_RECOVERY"])
        let subscription = try engine.subscription(id)
        #expect(subscription.status == .active)
        #expect(subscription.expiresDate == Shop.date("2026-03-01T00:00:00Z"))
        #expect(subscription.nextChargeDate == nil)
        #expect(engine.transactions(account: Shop.flora).last?.purchaseDate == Shop.date("2026-02-01T00:00:00Z"))
    }

    @Test("Recovered after the grace period, or without one, the day of recovery is the new billing date")
    func retry() throws {
        for grace in [true, false] {
            var (engine, id) = try engineInTrouble(grace: grace)
            try engine.advance(to: "2026-02-20T12:00:00Z")
            _ = engine.takeEvents()
            try engine.setRules(AccountRules(), account: Shop.flora)
            try engine.advance(to: "2026-02-28T00:00:00Z")
            #expect(engine.takeNotifications() == ["DID_RENEW/BILLING_RECOVERY"])
            #expect(engine.transactions(account: Shop.flora).last?.purchaseDate == Shop.date("2026-02-21T00:00:00Z"))
            #expect(try engine.subscription(id).expiresDate == Shop.date("2026-03-21T00:00:00Z"))
        }
    }

    @Test("The last try is as the sixty days end; afterwards it is too late")
    func lastTry() throws {
        var (engine, id) = try engineInTrouble(grace: false)
        try engine.advance(to: "2026-04-01T12:00:00Z")
        try engine.setRules(AccountRules(), account: Shop.flora)
        #expect(try engine.subscription(id).nextChargeDate == Shop.date("2026-04-02T00:00:00Z"))
        try engine.advance(to: "2026-04-02T00:00:00Z")
        #expect(try engine.subscription(id).status == .active)
        var (late, other) = try engineInTrouble(grace: false)
        try late.advance(to: "2026-04-02T00:00:00Z")
        try late.setRules(AccountRules(), account: Shop.flora)
        try late.advance(to: "2026-05-01T00:00:00Z")
        #expect(try late.subscription(other).status == .expired)
    }

    @Test("A card that fails once more before the try leaves everything as it was")
    func failsAgain() throws {
        var (engine, id) = try engineInTrouble(grace: false)
        try engine.advance(to: "2026-02-05T06:00:00Z")
        try engine.setRules(AccountRules(), account: Shop.flora)
        try engine.setRules(AccountRules(renewalChargesFail: true), account: Shop.flora)
        _ = engine.takeEvents()
        try engine.advance(to: "2026-02-10T00:00:00Z")
        #expect(engine.takeNotifications().isEmpty)
        #expect(try engine.subscription(id).status == .billingRetryPeriod)
        #expect(try engine.subscription(id).nextChargeDate == nil)
        try engine.setRules(AccountRules(), account: Shop.flora)
        try engine.advance(to: "2026-02-11T00:00:00Z")
        #expect(engine.takeNotifications() == ["DID_RENEW/BILLING_RECOVERY"])
    }

    @Test("The setting for all renewals is a card, too; a fast rate tries as much faster")
    func setting() throws {
        var engine = try Shop.engine(start: "2026-01-01T00:00:00Z") {
            $0.billingRetryOnRenewalEnabled = true
            $0.timeRate = .monthlyRenewalEveryFiveMinutes
        }
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.advance(to: "2026-01-01T00:06:01Z")
        #expect(try engine.subscription(id).status == .billingRetryPeriod)
        var settings = engine.settings
        settings.billingRetryOnRenewalEnabled = false
        try engine.setSettings(settings)
        // Sixty days are ten minutes, a day is ten seconds; the renewal was due after five minutes.
        #expect(try engine.subscription(id).nextChargeDate == Shop.date("2026-01-01T00:06:10Z"))
        try engine.advance(to: "2026-01-01T00:06:10Z")
        #expect(try engine.subscription(id).status == .active)
    }

    @Test("What was turned off or taken off sale is not charged")
    func notCharged() throws {
        var (engine, id) = try engineInTrouble(grace: false)
        var settings = engine.settings
        settings.withdrawnProductIDs = [Shop.bouquet]
        try engine.setSettings(settings)
        try engine.setRules(AccountRules(), account: Shop.flora)
        #expect(try engine.subscription(id).nextChargeDate == nil)
        var (other, off) = try engineInTrouble(grace: true)
        try other.setRules(AccountRules(), account: Shop.flora)
        try other.setAutoRenew(false, originalTransactionID: off)
        _ = other.takeEvents()
        try other.advance(to: "2026-05-01T00:00:00Z")
        #expect(other.takeNotifications().isEmpty)
    }

    @Test("What is planned outlives a snapshot")
    func kept() throws {
        var (engine, _) = try engineInTrouble(grace: false)
        try engine.setRules(AccountRules(), account: Shop.flora)
        var copy = try StoreEngine(snapshot: try engine.snapshot(), configuration: try Shop.configuration())
        #expect(copy == engine)
        try copy.advance(to: "2026-02-03T00:00:00Z")
        #expect(copy.takeNotifications() == ["DID_RENEW/BILLING_RECOVERY"])
    }
}
