import AppStoreModels
import Entitlements
import Foundation

/// Facts in days after a fixed moment; the moment itself is day 0.
enum Sample {
    static func day(_ days: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + days * 86_400) }

    /// A period of 30 days of chain `1`.
    static func period(
        _ transactionID: String,
        from start: Double,
        product: String = "monthly",
        stated: Double? = nil,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        var fact = PurchaseFact(
            transactionID: transactionID,
            originalTransactionID: "1",
            productID: product,
            environment: .production,
            purchaseDate: day(start),
            statedDate: day(stated ?? start)
        )
        fact.expiresDate = day(start + 30)
        change(&fact)
        return fact
    }

    static func renewal(stated: Double, _ change: (inout RenewalFact) -> Void = { _ in }) -> RenewalFact {
        var fact = RenewalFact(originalTransactionID: "1", environment: .production, statedDate: day(stated))
        change(&fact)
        return fact
    }

    /// A purchase that does not renew.
    static func purchase(
        _ transactionID: String,
        product: String,
        on date: Double,
        stated: Double? = nil,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        var fact = PurchaseFact(
            transactionID: transactionID,
            productID: product,
            environment: .production,
            purchaseDate: day(date),
            statedDate: day(stated ?? date)
        )
        change(&fact)
        return fact
    }
}
