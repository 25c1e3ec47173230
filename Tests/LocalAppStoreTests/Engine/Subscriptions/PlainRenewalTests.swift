import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@testable import LocalAppStore

@Suite("Renewals of which nobody hears")
struct PlainRenewalTests {
    private func engine(_ seed: UInt64, hears: Bool) throws -> StoreEngine {
        var engine = try OfferShop.engine(seed: seed)
        engine.keepsEvents = hears
        return engine
    }

    @Test("Whether somebody hears of events or not, the same commands give the same state", arguments: 1...20)
    func sameState(_ seed: UInt64) throws {
        var (heard, unheard) = (try engine(seed, hears: true), try engine(seed, hears: false))
        var purchases = RandomPurchases(seed: seed)
        for number in 0..<300 {
            let command = purchases.command(for: heard)
            let isDone = (try? heard.handle(command)) != nil
            let isDoneUnheard = (try? unheard.handle(command)) != nil
            #expect(isDone == isDoneUnheard, "seed \(seed), command \(number): \(command)")
            try #require(heard == unheard, "seed \(seed), command \(number): \(command)")
        }
        let isSlow = heard.settings.timeRate == .realTime
        let later = heard.now.addingTimeInterval(isSlow ? 800 * 86_400 : 7_200)
        try heard.advance(to: later)
        try unheard.advance(to: later)
        #expect(heard == unheard, "seed \(seed)")
        #expect(Array(heard.ledger.changeNumbers) == Array(unheard.ledger.changeNumbers))
    }

    /// Two stores in which as many customers have subscribed, each to another product on another day.
    private func shops(_ change: (inout StoreEngine) throws -> Void = { _ in }) throws -> (StoreEngine, StoreEngine) {
        let shops = try [true, false].map { hears in
            var engine = try engine(5, hears: hears)
            for day in 0..<31 {
                let customer = "customer-\(day)"
                try engine.createAccount(id: customer, storefront: day % 3 == 0 ? "DEU" : "USA")
                var request = PurchaseRequest(
                    productID: day % 2 == 0 ? Shop.bouquet : Shop.posy,
                    accountID: customer
                )
                if day % 5 == 0 { request.appAccountToken = UUID(uuidString: "3B76A7BD-8F5B-46A4-BCB1-CCE8DBD1B3CD") }
                _ = try engine.purchase(request)
                try engine.advance(to: engine.now.addingTimeInterval(86_400))
            }
            try change(&engine)
            _ = engine.takeEvents()
            return engine
        }
        return (shops[0], shops[1])
    }

    @Test("Years of renewals by numbers alone are those of records, and can be read in every detail")
    func years() throws {
        var (heard, unheard) = try shops()
        for engine in [heard, unheard] { #expect(engine.canRenewPlainly == !engine.keepsEvents) }
        let later = heard.now.addingTimeInterval(1_200 * 86_400)
        try heard.advance(to: later)
        try unheard.advance(to: later)
        #expect(heard == unheard)
        #expect(unheard.transactions(account: "customer-8").count > 38)
        for account in heard.accounts {
            #expect(heard.transactions(account: account.id) == unheard.transactions(account: account.id))
        }
    }

    @Test("What goes on as before renews by numbers; anything else does not, and nothing changes")
    func whichArePlain() throws {
        var (_, unheard) = try shops()
        // Past the free trials, so that the period before was at the full price.
        try unheard.advance(to: unheard.now.addingTimeInterval(70 * 86_400))
        let chains = unheard.chains
        let row = try #require(chains.table.rows.first { chains.record($0).accountID == "customer-8" })
        let chain = chains.record(row)
        func isPlain(_ change: (inout StoreEngine) throws -> Void) rethrows -> Bool {
            var changed = unheard
            try change(&changed)
            let before = changed
            var renewals: PlainRenewals? = PlainRenewals()
            let isPlain = changed.renewPlainly(row, &renewals)
            if !isPlain { #expect(changed == before) }
            return isPlain
        }
        let id = chain.originalTransactionID
        #expect(isPlain { _ in })
        #expect(try isPlain { try $0.setStorefront("JPN", account: chain.accountID) } == false)
        #expect(try isPlain { try $0.setRenewalProduct(Shop.posy, originalTransactionID: id) } == false)
        #expect(try isPlain { try $0.extendRenewal(originalTransactionID: id, days: 3) } == false)
        let failing = AccountRules(renewalChargesFail: true)
        #expect(try isPlain { try $0.setRules(failing, account: chain.accountID) } == false)
        #expect(
            try isPlain {
                try $0.requestPriceIncrease(originalTransactionID: id, price: 20, needsConsent: true)
            } == false
        )
        #expect(
            try isPlain { engine in
                var settings = engine.settings
                settings.withdrawnProductIDs.insert(Shop.bouquet)
                try engine.setSettings(settings)
            } == false
        )
    }

    @Test("So are those at a fast rate, which move the day on which a subscription renews")
    func fast() throws {
        var (heard, unheard) = try shops { engine in
            var settings = engine.settings
            settings.timeRate = .oneHourIsOneDay
            try engine.setSettings(settings)
        }
        #expect(unheard.canRenewPlainly)
        let later = heard.now.addingTimeInterval(40 * 86_400)
        try heard.advance(to: later)
        try unheard.advance(to: later)
        #expect(heard == unheard)
        #expect(unheard.transactions(account: "customer-8").count > 20)
    }

    @Test("A renewal by numbers can be taken back like any other")
    func takenBack() throws {
        var (_, unheard) = try shops()
        try unheard.advance(to: unheard.now.addingTimeInterval(70 * 86_400))
        let before = unheard
        unheard.beginChange()
        try unheard.advance(to: unheard.now.addingTimeInterval(100 * 86_400))
        #expect(unheard.eventCount > before.eventCount + 60)
        unheard.undoChange()
        #expect(unheard == before)
        var again = before
        let later = before.now.addingTimeInterval(400 * 86_400)
        try unheard.advance(to: later)
        try again.advance(to: later)
        #expect(unheard == again)
    }
}
