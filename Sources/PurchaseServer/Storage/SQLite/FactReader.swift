import AppStoreModels
import Entitlements
import Foundation
import GRDB

/// Makes facts of rows.
struct FactReader {
    /// Adds the fact of a row to a set.
    ///
    /// - Parameter row: The columns `kind`, `content`, `last_stated_ms`, `digest`, in this order.
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if the row is not as it was written.
    func add(_ row: Row, to facts: inout PurchaseFacts) throws {
        let content = try row.decode(Data.self, atIndex: 1)
        // By its storage class: SQLite would read any text as a number, and the fact would be as old as can be.
        guard case .int64(let milliseconds) = try row.decode(DatabaseValue.self, atIndex: 2).storage else {
            throw PurchaseServerError(.databaseDamaged, "a stored fact has no date")
        }
        let stated = Date(millisecondsSince1970: milliseconds)
        guard try row.decode(Data.self, atIndex: 3) == StoredFact.digest(of: content) else {
            throw PurchaseServerError(.databaseDamaged, "a stored fact is not as it was written")
        }
        switch StoredFact.Kind(rawValue: try row.decode(String.self, atIndex: 0)) {
        case .purchase:
            var fact = try purchase(content)
            fact.statedDate = stated
            facts.insert(fact)
        case .renewal:
            var fact = try renewal(content)
            fact.statedDate = stated
            facts.insert(fact)
        case nil:
            throw PurchaseServerError(.databaseDamaged, "a stored fact is of an unknown kind")
        }
    }

    /// The content is what was written, so our own quick reader may read it; what it does not know the decoder does.
    private func purchase(_ content: Data) throws -> PurchaseFact {
        guard let object = (try? JSONValue(parsing: content))?.object, let fact = PurchaseFact(stored: object) else {
            return try decoder.decode(PurchaseFact.self, from: content)
        }
        return fact
    }

    private func renewal(_ content: Data) throws -> RenewalFact {
        guard let object = (try? JSONValue(parsing: content))?.object, let fact = RenewalFact(stored: object) else {
            return try decoder.decode(RenewalFact.self, from: content)
        }
        return fact
    }

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}

extension PurchaseFact {
    /// A fact from its stored members; nil if one of those that must be there is missing.
    fileprivate init?(stored json: JSONObject) {
        guard let transactionID = json["transactionID"]?.string, let productID = json["productID"]?.string,
            let environment = json["environment"]?.string, let purchaseDate = json[stored: "purchaseDate"],
            let quantity = json[integer: "quantity"].flatMap(Int.init(exactly:)),
            let isUpgraded = json[boolean: "isUpgraded"], let isFreeTrial = json[boolean: "isFreeTrial"]
        else { return nil }
        self.init(
            transactionID: transactionID,
            originalTransactionID: json["originalTransactionID"]?.string,
            productID: productID,
            environment: AppStoreEnvironment(rawValue: environment),
            purchaseDate: purchaseDate,
            statedDate: StoredFact.noDate
        )
        self.quantity = quantity
        self.isUpgraded = isUpgraded
        self.isFreeTrial = isFreeTrial
        bundleID = json["bundleID"]?.string
        productType = json["productType"]?.string.map(ProductType.init(rawValue:))
        originalPurchaseDate = json[stored: "originalPurchaseDate"]
        expiresDate = json[stored: "expiresDate"]
        revocationDate = json[stored: "revocationDate"]
        revocationReason = json[integer: "revocationReason"].flatMap(Int.init(exactly:)).map(RevocationReason.init)
        inAppOwnershipType = json["inAppOwnershipType"]?.string.map(InAppOwnershipType.init(rawValue:))
        subscriptionGroupID = json["subscriptionGroupID"]?.string
        webOrderLineItemID = json["webOrderLineItemID"]?.string
        appAccountToken = json["appAccountToken"]?.string.flatMap(UUID.init(uuidString:))
        addTerms(stored: json)
    }

    /// The members that facts have which were stored since prices and offers are kept.
    private mutating func addTerms(stored json: JSONObject) {
        offerType = json[integer: "offerType"].flatMap(Int.init(exactly:)).map(OfferType.init)
        offerIdentifier = json["offerIdentifier"]?.string
        offerDiscountType = json["offerDiscountType"]?.string.map(OfferDiscountType.init(rawValue:))
        offerPeriod = json["offerPeriod"]?.string
        if case .number(let number)? = json["price"] { price = number.decimal }
        currency = json["currency"]?.string
        storefront = json["storefront"]?.string
        transactionReason = json["transactionReason"]?.string.map(TransactionReason.init(rawValue:))
        revocationType = json["revocationType"]?.string.map(RevocationType.init(rawValue:))
        revocationPercentage = json[integer: "revocationPercentage"].flatMap(Int.init(exactly:))
    }
}

extension RenewalFact {
    /// A fact from its stored members; nil if one of those that must be there is missing.
    fileprivate init?(stored json: JSONObject) {
        guard let originalTransactionID = json["originalTransactionID"]?.string,
            let environment = json["environment"]?.string
        else { return nil }
        self.init(
            originalTransactionID: originalTransactionID,
            environment: AppStoreEnvironment(rawValue: environment),
            statedDate: StoredFact.noDate
        )
        productID = json["productID"]?.string
        autoRenewStatus = json[code: "autoRenewStatus"].map(AutoRenewStatus.init)
        autoRenewProductID = json["autoRenewProductID"]?.string
        expirationIntent = json[code: "expirationIntent"].map(ExpirationIntent.init)
        isInBillingRetryPeriod = json[boolean: "isInBillingRetryPeriod"]
        gracePeriodExpiresDate = json[stored: "gracePeriodExpiresDate"]
        priceIncreaseStatus = json[code: "priceIncreaseStatus"].map(PriceIncreaseStatus.init)
        renewalDate = json[stored: "renewalDate"]
        if case .number(let number)? = json["renewalPrice"] { renewalPrice = number.decimal }
        currency = json["currency"]?.string
        offerType = json[code: "offerType"].map(OfferType.init)
        offerIdentifier = json["offerIdentifier"]?.string
        offerDiscountType = json["offerDiscountType"]?.string.map(OfferDiscountType.init(rawValue:))
        eligibleWinBackOfferIDs = json[array: "eligibleWinBackOfferIDs"]?.compactMap(\.string)
    }
}

extension JSONObject {
    /// A whole number that stands for one of several meanings.
    fileprivate subscript(code key: String) -> Int? { self[integer: key].flatMap(Int.init(exactly:)) }

    /// A date as it is stored.
    subscript(stored key: String) -> Date? {
        guard case .number(let number)? = self[key] else { return nil }
        return Date(timeIntervalSince1970: number.double / 1000)
    }
}
