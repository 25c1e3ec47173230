import AppStoreModels
import Entitlements
import Foundation
import GRDB
import Testing

@testable import PurchaseServer

@Suite("Facts as rows")
struct FactTextTests {
    fileprivate static let facts: [PurchaseFact] = {
        var full = PurchaseFact(
            transactionID: "2001",
            originalTransactionID: "2000",
            productID: "com.example.app.monthly",
            environment: .production,
            purchaseDate: Date(timeIntervalSince1970: 1_722_945_600),
            statedDate: Date(timeIntervalSince1970: 1_722_945_601)
        )
        full.bundleID = "com.example.app"
        full.productType = .autoRenewableSubscription
        full.originalPurchaseDate = Date(timeIntervalSince1970: 1_722_945_600.123)
        full.expiresDate = Date(timeIntervalSince1970: 253_402_300_799)
        full.quantity = 7
        full.revocationDate = Date(timeIntervalSince1970: -1.5)
        full.revocationReason = .issueInApp
        full.isUpgraded = true
        full.isFreeTrial = true
        full.inAppOwnershipType = .familyShared
        full.subscriptionGroupID = "group/1"
        full.webOrderLineItemID = "300"
        full.appAccountToken = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF")
        full.revocationType = .refundProrated
        full.revocationPercentage = 40_000
        full.offerType = .winBack
        full.offerIdentifier = "come-back"
        full.offerDiscountType = .payUpFront
        full.offerPeriod = "P3M"
        full.price = Decimal(string: "10.99")
        full.currency = "EUR"
        full.storefront = "DEU"
        full.transactionReason = .renewal
        let bare = PurchaseFact(
            transactionID: "1",
            productID: "a",
            environment: .sandbox,
            purchaseDate: Date(timeIntervalSince1970: 0),
            statedDate: Date(timeIntervalSince1970: 5)
        )
        var others = [full, bare]
        for text in ["", "Zoë", "a\"b", "a\\b", "a/b", "\u{7F}", "\u{1}\n", "😀"] {
            var fact = bare
            fact.productID = text
            others.append(fact)
        }
        for price in ["0", "-1.5", "0.001", "1234567890123456.789", "9000000000000000"] {
            var fact = bare
            fact.price = Decimal(string: price)
            others.append(fact)
        }
        for seconds in [0.0005, 1e14, -62_135_596_800, 1_722_945_600.0001, 1e18, -9_223_372_036_854_775.808] {
            var fact = bare
            fact.expiresDate = Date(timeIntervalSince1970: seconds)
            others.append(fact)
        }
        return others
    }()

    @Test("The quick writer writes what the encoder writes", arguments: facts.indices)
    func writing(index: Int) throws {
        let fact = Self.facts[index]
        let row = try FactWriter().row(of: fact)
        let encoded = try FactWriter().encoded(fact)
        #expect(String(decoding: row.content, as: UTF8.self) == String(decoding: encoded, as: UTF8.self))
    }

    @Test("A fact without offer and price is written as it was before facts had them")
    func unchanged() throws {
        let content = try FactWriter().row(of: Self.facts[1]).content
        #expect(
            String(decoding: content, as: UTF8.self)
                == #"{"environment":"Sandbox","isFreeTrial":false,"isUpgraded":false,"originalTransactionID":"1","#
                + #""productID":"a","purchaseDate":0,"quantity":1,"statedDate":0,"transactionID":"1"}"#
        )
        var renewal = RenewalFact(originalTransactionID: "1", environment: .sandbox, statedDate: StoredFact.noDate)
        renewal.autoRenewStatus = .on
        #expect(
            String(decoding: try FactWriter().row(of: renewal).content, as: UTF8.self)
                == #"{"autoRenewStatus":1,"environment":"Sandbox","originalTransactionID":"1","statedDate":0}"#
        )
    }

    @Test("It is used for what the App Store writes")
    func quick() {
        var usual = Self.facts[0]
        usual.originalPurchaseDate = Date(timeIntervalSince1970: 1_722_945_600)
        #expect(PlainText.content(of: usual) != nil)
    }

    @Test("What was written is read, by the quick reader or the decoder", arguments: facts.indices)
    func reading(index: Int) throws {
        let fact = Self.facts[index]
        let stored = try FactWriter().row(of: fact)
        let row: Row = [
            "kind": stored.kind.rawValue, "content": stored.content,
            "last_stated_ms": stored.statedDate.millisecondsSince1970, "digest": StoredFact.digest(of: stored.content),
        ]
        var read = PurchaseFacts()
        try FactReader().add(.file(row), to: &read)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        var expected = try decoder.decode(PurchaseFact.self, from: stored.content)
        expected.statedDate = fact.statedDate
        #expect(read.purchases == [expected])
    }

    fileprivate static let renewals: [RenewalFact] = {
        let bare = RenewalFact(
            originalTransactionID: "1",
            environment: .sandbox,
            statedDate: Date(timeIntervalSince1970: 5)
        )
        var full = bare
        full.productID = "com.example.app.monthly"
        full.autoRenewStatus = .off
        full.autoRenewProductID = "com.example.app.yearly"
        full.expirationIntent = .billingError
        full.isInBillingRetryPeriod = true
        full.gracePeriodExpiresDate = Date(timeIntervalSince1970: 1_722_945_600)
        full.priceIncreaseStatus = .init(rawValue: 1)
        full.renewalDate = Date(timeIntervalSince1970: 253_402_300_799)
        full.renewalPrice = Decimal(string: "10.99")
        full.currency = "EUR"
        full.offerType = .winBack
        full.offerIdentifier = "come/back"
        full.offerDiscountType = .payUpFront
        full.eligibleWinBackOfferIDs = ["a", "b"]
        var all = [bare, full]
        for offers in [[], ["a"], ["a\"b", "c"], ["Zoë"]] {
            var fact = bare
            fact.eligibleWinBackOfferIDs = offers
            fact.isInBillingRetryPeriod = false
            all.append(fact)
        }
        for seconds in [1_722_945_600.123, 1e18, -1.5] {
            var fact = full
            fact.renewalDate = Date(timeIntervalSince1970: seconds)
            all.append(fact)
        }
        return all
    }()

    @Test("What was stated about renewals is written as the encoder writes it, and read as it was", arguments: renewals)
    func renewal(fact: RenewalFact) throws {
        let stored = try FactWriter().row(of: fact)
        let encoded = try FactWriter().encoded(fact)
        #expect(String(decoding: stored.content, as: UTF8.self) == String(decoding: encoded, as: UTF8.self))
        let row: Row = [
            "kind": stored.kind.rawValue, "content": stored.content,
            "last_stated_ms": stored.statedDate.millisecondsSince1970, "digest": StoredFact.digest(of: stored.content),
        ]
        var read = PurchaseFacts()
        try FactReader().add(.file(row), to: &read)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        var expected = try decoder.decode(RenewalFact.self, from: stored.content)
        expected.statedDate = fact.statedDate
        #expect(read.renewals == [expected])
    }

    @Test("The quick writer is used for the renewals that the App Store writes of")
    func quickRenewal() {
        #expect(PlainText.content(of: Self.renewals[1]) != nil)
        #expect(PlainText.content(of: Self.renewals[4]) == nil)
    }
}

extension FactTextTests {
    @Test("What is written as plain text is read as such, without the decoder")
    func plainReading() throws {
        var usual = Self.facts[0]
        usual.originalPurchaseDate = Date(timeIntervalSince1970: 1_722_945_600)
        for fact in [usual, Self.facts[1]] {
            var expected = fact
            expected.statedDate = StoredFact.noDate
            #expect(try PlainMembers.purchase(in: #require(PlainText.content(of: fact))) == expected)
        }
        var renewal = Self.renewals[1]
        let content = try #require(PlainText.content(of: renewal))
        renewal.statedDate = StoredFact.noDate
        #expect(try PlainMembers.renewal(in: content) == renewal)
    }

    @Test(
        "What is not plain is left to the decoder, wherever it ends or differs",
        arguments: [
            "", "{", "{}", #"{"environment":"Sandbox"}"#, #"{"environment":"Sand\"box","#, #"{"quantity":1.5}"#,
            #"{"quantity":12345678901234567890}"#, #"{"unknown":1}"#, #"{"environment":"Sandbox","isFreeTrial":fals"#,
        ]
    )
    func notPlain(text: String) {
        #expect(throws: PlainMembers.NotPlain.self) { try PlainMembers.purchase(in: Data(text.utf8)) }
        #expect(throws: PlainMembers.NotPlain.self) { try PlainMembers.renewal(in: Data(text.utf8)) }
    }

    @Test("No cut of what was written reads as anything")
    func cut() throws {
        let content = try #require(PlainText.content(of: Self.facts[1]))
        for length in 0..<content.count {
            #expect(throws: PlainMembers.NotPlain.self) { try PlainMembers.purchase(in: content.prefix(length)) }
        }
    }
}
