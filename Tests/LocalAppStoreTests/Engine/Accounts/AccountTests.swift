import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("Accounts and settings")
struct AccountTests {
    @Test("Accounts have unique names and the storefront they were given, or the settings' one")
    func creating() throws {
        var engine = try Shop.engine { $0.storefront = "DEU" }
        try engine.createAccount(id: "fern", storefront: "JPN")
        #expect(engine.accounts.map(\.id) == ["flora", "fern"])
        #expect(engine.accounts.map(\.storefront) == ["DEU", "JPN"])
        #expect(Set(engine.accounts.map(\.appTransactionID)).count == 2)
        #expect(throws: StoreError(.accountExists, "")) { try engine.createAccount(id: "fern") }
    }

    @Test(
        "Names that nobody could type are refused",
        arguments: ["", "a\nb", "\u{7F}", String(repeating: "x", count: 129)]
    )
    func badNames(_ name: String) throws {
        var engine = try Shop.engine()
        #expect(throws: StoreError(.invalidValue, "")) { try engine.createAccount(id: name) }
    }

    @Test(
        "A storefront decides the currency; an unknown one is refused",
        arguments: [
            ("USA", "USD"), ("GBR", "GBP"), ("DEU", "EUR"), ("JPN", "JPY"), ("CHE", "CHF"),
        ]
    )
    func storefronts(_ code: String, _ currency: String) throws {
        var engine = try Shop.engine()
        try engine.setStorefront(code, account: Shop.flora)
        let transaction = try engine.buy(Shop.seeds)
        #expect(transaction.storefront == code)
        #expect(transaction.price.currency == currency)
        for bad in ["", "US", "usa", "XXX"] {
            #expect(throws: StoreError(.unknownStorefront, "")) { try engine.setStorefront(bad, account: Shop.flora) }
        }
    }

    @Test("A storefront may have a price of its own")
    func overriddenPrice() throws {
        let yen = StorePrice(amount: 150, currency: "JPY")
        var engine = try Shop.engine { $0.priceOverrides = ["JPN": [Shop.seeds: yen]] }
        #expect(try engine.buy(Shop.seeds).price.currency == "USD")
        try engine.setStorefront("JPN", account: Shop.flora)
        #expect(try engine.buy(Shop.seeds, quantity: 2).price == StorePrice(amount: 300, currency: "JPY"))
    }

    @Test("Settings that mean nothing are refused")
    func badSettings() throws {
        var engine = try Shop.engine()
        var settings = engine.settings
        settings.storefront = "Atlantis"
        #expect(throws: StoreError(.unknownStorefront, "")) { try engine.setSettings(settings) }
        settings.storefront = "USA"
        settings.renewalLimit = -1
        #expect(throws: StoreError(.invalidValue, "")) { try engine.setSettings(settings) }
    }

    @Test(
        "A limit of renewals to which nobody can count is refused, and nothing changes",
        arguments: [Int.min, -1, StoreSettings.renewalLimits.upperBound + 1, .max]
    )
    func badRenewalLimit(limit: Int) throws {
        var engine = try Shop.engine()
        let before = engine
        var settings = engine.settings
        settings.renewalLimit = limit
        let error = #expect(throws: StoreError(.invalidValue, "")) { try engine.setSettings(settings) }
        #expect(error?.reason.contains("renewalLimit is \(limit)") == true)
        #expect(engine == before)
    }

    @Test("Every command is refused for accounts, transactions and subscriptions that do not exist")
    func unknownTargets() throws {
        var engine = try Shop.engine()
        let before = engine
        let commands: [EngineCommand] = [
            .setStorefront("USA", account: "x"), .setAccountRules(account: "x", AccountRules()),
            .promotePurchase(productID: Shop.seeds, account: "x"), .approve(attempt: "x"), .decline(attempt: "x"),
            .resolveInterruption(attempt: "x"), .finish(transactionID: "x"),
            .restore(account: "x", applicationUsername: nil), .setAutoRenew(true, originalTransactionID: "x"),
            .setRenewalProduct(Shop.posy, originalTransactionID: "x"), .forceRenewal(originalTransactionID: "x"),
            .expire(originalTransactionID: "x"), .resolveBilling(originalTransactionID: "x"),
            .extendRenewal(originalTransactionID: "x", days: 1),
            .requestPriceIncrease(originalTransactionID: "x", price: 1, needsConsent: true),
            .answerPriceIncrease(originalTransactionID: "x", accepts: true),
            .refund(transactionID: "x", reason: .other), .declineRefund(transactionID: "x"),
            .reverseRefund(transactionID: "x"), .delete(transactionID: "x"), .clearTransactions(account: "x"),
            .purchase(PurchaseRequest(productID: Shop.seeds, accountID: "x")),
        ]
        for command in commands {
            #expect(throws: StoreError.self, "\(command)") { try engine.handle(command) }
            #expect(engine == before, "\(command)")
        }
    }
}
