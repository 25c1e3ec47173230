import AppStoreModels
import Entitlements
import PurchaseFigures

/// Five customers of a shop in dollars, as the recommended rules for figures are told by.
enum VectorA {
    static func shop() throws -> Shop {
        var shop = Shop()
        shop.firstSeen = [
            "A": try day("2026-01-01"), "B": try day("2026-01-05"), "C": try day("2026-01-15"),
            "D": try day("2026-01-20"), "E": try day("2026-01-25"),
        ]
        try shop.period("t1", of: "A", "monthly", "2026-01-01", "2026-01-08", "0")
        try shop.period("t2", of: "A", "monthly", "2026-01-08", "2026-02-08", "10")
        try shop.period("t3", of: "A", "monthly", "2026-02-08", "2026-03-08", "10")
        try shop.refund("t3", "2026-03-02")
        try shop.period("t4", of: "B", "yearly", "2026-01-10", "2027-01-10", "120")
        try shop.period("t5", of: "C", "monthly", "2026-01-15", "2026-01-22", "0")
        try shop.period("t6", of: "D", "weekly", "2026-01-20", "2026-01-27", "7")
        try shop.period("t7", of: "D", "weekly", "2026-01-27", "2026-02-03", "7")
        let graceEnd = try moment("2026-02-06")
        try shop.renewal(of: "D", stated: "2026-02-03") { fact in
            fact.isInBillingRetryPeriod = true
            fact.gracePeriodExpiresDate = graceEnd
        }
        try shop.renewal(of: "D", stated: "2026-02-06") { $0.expirationIntent = .billingError }
        try shop.period("t8", of: "E", "three-months", "2026-01-28", "2026-04-28", "27")
        return shop
    }
}
