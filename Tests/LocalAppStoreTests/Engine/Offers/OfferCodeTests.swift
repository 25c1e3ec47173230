import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Offer codes")
struct OfferCodeTests {
    @Test(
        "Each offer is for the customers it names",
        arguments: [
            ("New Only", "new", true), ("New Only", "existing", false), ("New Only", "expired", false),
            ("Existing Only", "new", false), ("Existing Only", "existing", true), ("Existing Only", "expired", false),
            ("Expired Only", "new", false), ("Expired Only", "existing", false), ("Expired Only", "expired", true),
            ("For All", "new", true), ("For All", "existing", true), ("For All", "expired", true),
        ]
    )
    func eligibility(_ offer: String, _ customer: String, _ mayRedeem: Bool) throws {
        var engine = try OfferShop.engine()
        if customer != "new" {
            let id = try engine.buy(Shop.bouquet).transactionID
            if customer == "expired" { try engine.expire(originalTransactionID: id) }
        }
        let code = try engine.createOneTimeCodes(productID: Shop.bouquet, referenceName: offer)[0].code
        guard mayRedeem else {
            let before = engine
            #expect(throws: StoreError(.ineligibleForOffer, "")) {
                try engine.redeemCode(code, account: Shop.flora)
            }
            #expect(engine == before)
            return
        }
        try engine.redeemCode(code, account: Shop.flora)
        #expect(engine.offerCodes.first?.redeemedBy == [Shop.flora])
    }

    @Test(
        "A stackable code comes after the introductory offer, any other in its place",
        arguments: [
            ("For All", ["introductory", "code", "full"]), ("New Only", ["code", "full", "full"]),
        ]
    )
    func stacking(_ offer: String, _ expected: [String]) throws {
        var engine = try OfferShop.engine()
        try engine.createCustomCode("spring26", productID: Shop.posy, referenceName: offer)
        try engine.redeemCode("SPRING26", account: Shop.flora)
        try engine.advance(to: "2026-04-10T00:00:00Z")
        let kinds = engine.transactions(account: Shop.flora).map { transaction in
            switch transaction.offer?.type {
            case .introductory: "introductory"
            case .offerCode: "code"
            default: "full"
            }
        }
        #expect(Array(kinds.prefix(3)) == expected)
    }

    @Test("Codes are refused when unknown, used up, expired, or redeemed before")
    func refusals() throws {
        var engine = try OfferShop.engine()
        let oneTime = try engine.createOneTimeCodes(productID: Shop.posy, referenceName: "For All", count: 2)
        #expect(oneTime.allSatisfy { $0.code.count == 18 })
        #expect(oneTime[0].code != oneTime[1].code)
        try engine.redeemCode(oneTime[0].code, account: Shop.flora)
        try engine.createCustomCode(
            "SHORT",
            productID: Shop.bouquet,
            referenceName: "For All",
            limit: 1,
            expires: Shop.date("2026-02-01T00:00:00Z")
        )
        let refused = StoreError(.offerCodeRefused, "")
        #expect(throws: StoreError(.unknownOfferCode, "")) { try engine.redeemCode("NONE", account: Shop.flora) }
        #expect(throws: refused) { try engine.redeemCode(oneTime[0].code, account: "fern") }
        #expect(throws: refused) { try engine.redeemCode(oneTime[1].code, account: Shop.flora) }
        try engine.redeemCode("short", account: "fern")
        #expect(throws: refused) { try engine.redeemCode("SHORT", account: "rose") }
        try engine.advance(to: "2026-02-01T00:00:00Z")
        #expect(throws: refused) { try engine.redeemCode("SHORT", account: "rose") }
    }

    @Test(
        "Codes that cannot be made are refused",
        arguments: ["", "Äpfel", "with space", String(repeating: "A", count: 65)]
    )
    func badWords(_ word: String) throws {
        var engine = try OfferShop.engine()
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.createCustomCode(word, productID: Shop.posy, referenceName: "For All")
        }
        #expect(throws: StoreError(.unknownOffer, "")) {
            try engine.createCustomCode("GOOD", productID: Shop.posy, referenceName: "Nothing")
        }
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.createOneTimeCodes(productID: Shop.posy, referenceName: "For All", count: 0)
        }
        #expect(engine.offerCodes.isEmpty)
    }

    @Test("A code can give a one-time purchase away", arguments: [Shop.seeds, Shop.greenhouse])
    func oneTimeProducts(_ product: String) throws {
        var engine = try OfferShop.engine()
        try engine.createCustomCode("GIFT", productID: product, referenceName: "Gift")
        let transaction = try engine.redeemCode("GIFT", account: Shop.flora)
        #expect(transaction.price.amount == 0)
        #expect(transaction.offer?.discountType == "ONE_TIME")
        #expect(transaction.offer?.period == nil)
        #expect(engine.takeNotifications() == ["ONE_TIME_CHARGE"])
    }
}

@Suite("Win-back offers")
struct WinBackTests {
    @Test("Only a former subscriber whose subscription has ended may have one")
    func standing() throws {
        var engine = try OfferShop.engine()
        let group = "5F1A0E77"
        #expect(engine.eligibleWinBackOfferIDs(account: Shop.flora, groupID: group).isEmpty)
        let id = try engine.buy(Shop.bouquet).transactionID
        #expect(try engine.purchase(.winBack(identifier: "return"), of: Shop.bouquet).transaction == nil)
        #expect(engine.lastFailure().failure == .ineligibleForOffer)
        try engine.expire(originalTransactionID: id)
        #expect(engine.eligibleWinBackOfferIDs(account: Shop.flora, groupID: group) == ["return"])
        let transaction = try engine.purchase(.winBack(identifier: "return"), of: Shop.bouquet).transaction
        #expect(transaction?.offer?.type == .winBack)
    }

    @Test(
        "Rules count paid months and months since the end",
        arguments: [
            (WinBackRule(minimumPaidMonths: 3), true), (WinBackRule(minimumPaidMonths: 4), false),
            (WinBackRule(minimumMonthsSinceChurn: 2), true), (WinBackRule(minimumMonthsSinceChurn: 3), false),
            (WinBackRule(maximumMonthsSinceChurn: 2), false), (WinBackRule(maximumMonthsSinceChurn: 3), true),
        ]
    )
    func rules(_ rule: WinBackRule, _ mayHave: Bool) throws {
        var engine = try OfferShop.engine { $0.winBackRules = ["return": rule] }
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.advance(to: "2026-04-10T00:00:00Z")
        try engine.setAutoRenew(false, originalTransactionID: id)
        // Three periods were paid; the last one ends on 30 April.
        try engine.advance(to: "2026-07-10T00:00:00Z")
        let outcome = try engine.purchase(.winBack(identifier: "return"), of: Shop.bouquet)
        #expect((outcome.transaction != nil) == mayHave, "\(engine.lastFailure())")
    }
}
