import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("What counts of a chain")
struct ChainTests {
    @Test("What a family member has is not paid for")
    func family() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10") {
            $0.inAppOwnershipType = .familyShared
        }
        #expect(shop.rules.contributions(of: shop.facts) == [])
        #expect(PurchaseChain.chains(of: shop.facts).isEmpty)
    }

    @Test("What was bought in the sandbox is told apart")
    func sandbox() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10") { $0.environment = .sandbox }
        #expect(try shop.line("gross", of: Revenue.self, "2026-01-01", "2026-02-01") == ["0"])
        let everywhere = try shop.series(Revenue.self, "2026-01-01", "2026-02-01", filter: .everywhere)
        #expect(everywhere.lines[0].points[0].value.text == "10")
        let sandbox = SegmentFilter([.environment: ["Sandbox"]])
        #expect(
            try shop.series(Revenue.self, "2026-01-01", "2026-02-01", filter: sandbox).lines[0].points[0].value.text
                == "10"
        )
    }

    @Test("A renewal that was charged ahead is one subscription")
    func chargedAhead() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "weekly", "2026-01-05", "2026-01-12", "7")
        try shop.period("2", of: "1", "weekly", "2026-01-11T06:00:00Z", "2026-01-19", "7")
        #expect(
            try shop.line(of: MonthlyRecurringRevenue.self, "2026-01-11", "2026-01-14", by: .day) == ["28", "28", "28"]
        )
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-01-11", "2026-01-12") == ["1"])
        #expect(try shop.line("net", of: SubscriptionChurn.self, "2026-01-10", "2026-01-18") == ["0"])
    }

    @Test(
        "A renewal that is dated a little late is no lapse",
        arguments: [("2026-02-10T00:59:00Z", "0"), ("2026-02-10T01:01:00Z", "1")]
    )
    func late(start: String, lost: String) throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10")
        try shop.period("2", of: "1", "monthly", start, "2026-03-10", "10")
        #expect(try shop.line("lost", of: NewAndLost.self, "2026-02-01", "2026-03-01") == [lost])
    }

    @Test("An extension lasts longer and costs no less")
    func extended() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10")
        let later = try moment("2026-04-01")
        try shop.restate("1", stated: "2026-02-01") { $0.expiresDate = later }
        #expect(try shop.line(of: MonthlyRecurringRevenue.self, "2026-03-01", "2026-05-01", by: .month) == ["10", "0"])
    }

    @Test("An old receipt restored again is bought once")
    func restored() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10") { $0.webOrderLineItemID = "w" }
        try shop.period("0", of: "1", "monthly", "2026-01-10", "2026-02-10", "10") {
            $0.webOrderLineItemID = "w"
            $0.price = nil
        }
        try shop.purchase("5", "full", "2026-01-03", "20") { $0.productType = .nonConsumable }
        try shop.period("6", of: "5", "full", "2026-01-20", "2026-01-20", "20") {
            $0.expiresDate = nil
            $0.productType = .nonConsumable
        }
        let revenue = try shop.series(Revenue.self, "2026-01-01", "2026-02-01")
        #expect(revenue.lines[0].points[0].value.text == "30")
        #expect(revenue.missing == [])
    }

    @Test("The length of a product can be stated where its dates do not show it")
    func productPeriods() throws {
        var shop = Shop()
        shop.rules.productPeriods = ["monthly": .months(1)]
        try shop.period("1", of: "1", "monthly", "2026-01-10T10:00:00Z", "2026-01-11T10:00:00Z", "10")
        #expect(try shop.line(of: MonthlyRecurringRevenue.self, "2026-01-10", "2026-01-11") == ["10"])
        shop.rules.productPeriods = [:]
        #expect(try shop.line(of: MonthlyRecurringRevenue.self, "2026-01-10", "2026-01-11") == ["300"])
    }

    @Test("An upgrade whose other transaction is not known ends when it was stated")
    func lonelyUpgrade() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10")
        try shop.restate("1", stated: "2026-01-20") { $0.isUpgraded = true }
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-01-19", "2026-01-21", by: .day) == ["1", "0"])
    }

    @Test("The date on which a receipt says that a plan was replaced is no refund; a signed transaction's is one")
    func upgradeInReceipt() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10")
        try shop.period("2", of: "1", "yearly", "2026-01-15", "2027-01-15", "100")
        let day = try moment("2026-01-15")
        // As `verifyReceipt` has it: without a price.
        try shop.restate("1", stated: "2026-01-20") { fact in
            (fact.isUpgraded, fact.revocationDate, fact.revocationReason, fact.price) = (true, day, .other, nil)
        }
        #expect(try shop.line("refunds", of: Revenue.self, "2026-01-01", "2026-02-01") == ["0"])
        #expect(try shop.line("net", of: Revenue.self, "2026-01-01", "2026-02-01") == ["110"])
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-01-20", "2026-01-21") == ["1"])
        try shop.restate("1", stated: "2026-01-25") { fact in
            (fact.revocationDate, fact.price) = (try moment("2026-01-25"), 10)
        }
        #expect(try shop.line("refunds", of: Revenue.self, "2026-01-01", "2026-02-01") == ["-10"])
        // The receipt again, which is no word about the refund.
        try shop.restate("1", stated: "2026-01-28") { fact in (fact.revocationDate, fact.price) = (day, nil) }
        #expect(try shop.line("refunds", of: Revenue.self, "2026-01-01", "2026-02-01") == ["-10"])
    }

    @Test("A receipt's date of revocation is a refund, until it is known that the plan was replaced")
    func upgradeInReceiptAlone() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10")
        let day = try moment("2026-01-15")
        // As a receipt has it, which has no member for upgrades.
        try shop.restate("1", stated: "2026-01-16") { fact in (fact.revocationDate, fact.price) = (day, nil) }
        #expect(try shop.line("refunds", of: Revenue.self, "2026-01-01", "2026-02-01") == ["-10"])
        try shop.restate("1", stated: "2026-01-15") { $0.isUpgraded = true }
        #expect(try shop.line("refunds", of: Revenue.self, "2026-01-01", "2026-02-01") == ["0"])
        #expect(try shop.line("net", of: Revenue.self, "2026-01-01", "2026-02-01") == ["10"])
    }

    @Test(
        "Prices that cannot be are missing",
        arguments: [Decimal(-1), Decimal(sign: .plus, exponent: 15, significand: 1), .nan]
    )
    func impossiblePrices(price: Decimal) throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10") { $0.price = price }
        #expect(try shop.series(Revenue.self, "2026-01-01", "2026-02-01").missing.map(\.count) == [1])
    }

    @Test("Contradictory dates stop nothing")
    func contradictions() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-02-10", "2026-01-10", "10")
        try shop.refund("1", "2025-01-01")
        try shop.period("2", of: "1", "monthly", "2026-02-10", "2026-02-10", "10")
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-01-01", "2026-04-01") == ["0"])
        #expect(try shop.line("gross", of: Revenue.self, "2026-02-01", "2026-03-01") == ["20"])
    }
}
