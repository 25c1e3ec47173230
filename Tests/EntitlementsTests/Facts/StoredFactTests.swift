import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("Facts as JSON")
struct StoredFactTests {
    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return encoder
    }()

    private static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }()

    @Test("What a fact does not state is not in its JSON, so that what was stored before it could be is the same")
    func silent() throws {
        let text = """
            {"environment":"Production","expiresDate":1702592000000,"isFreeTrial":false,"isUpgraded":false,\
            "originalTransactionID":"1","productID":"monthly","purchaseDate":1700000000000,"quantity":1,\
            "statedDate":1700000000000,"transactionID":"1"}
            """
        let fact = Sample.period("1", from: 0)
        #expect(String(decoding: try Self.encoder.encode(fact), as: UTF8.self) == text)
        #expect(try Self.decoder.decode(PurchaseFact.self, from: Data(text.utf8)) == fact)
        let renewal = """
            {"autoRenewStatus":1,"environment":"Production","originalTransactionID":"1","statedDate":1700000000000}
            """
        let told = Sample.renewal(stated: 0) { $0.autoRenewStatus = .on }
        #expect(String(decoding: try Self.encoder.encode(told), as: UTF8.self) == renewal)
        #expect(try Self.decoder.decode(RenewalFact.self, from: Data(renewal.utf8)) == told)
    }

    @Test("What it states survives")
    func full() throws {
        let fact = Sample.period("1", from: 0) {
            $0.offerType = .winBack
            $0.offerIdentifier = "come-back"
            $0.offerDiscountType = .payUpFront
            $0.offerPeriod = "P3M"
            $0.price = Decimal(string: "10.99")
            $0.currency = "EUR"
            $0.storefront = "DEU"
            $0.transactionReason = .renewal
            $0.revocationType = .refundProrated
            $0.revocationPercentage = 40_000
        }
        #expect(try Self.decoder.decode(PurchaseFact.self, from: Self.encoder.encode(fact)) == fact)
        let told = Sample.renewal(stated: 0) {
            $0.priceIncreaseStatus = .pending
            $0.renewalDate = Sample.day(30)
            $0.renewalPrice = Decimal(string: "12.99")
            $0.currency = "EUR"
            $0.offerType = .promotional
            $0.offerIdentifier = "spring"
            $0.offerDiscountType = .freeTrial
            $0.eligibleWinBackOfferIDs = ["a", "b"]
        }
        #expect(try Self.decoder.decode(RenewalFact.self, from: Self.encoder.encode(told)) == told)
    }

    @Test("Facts that differ in one member are two facts", arguments: 0..<10)
    func differences(member: Int) {
        let fact = Sample.period("1", from: 0)
        var other = fact
        switch member {
        case 0: other.offerType = .winBack
        case 1: other.offerIdentifier = "a"
        case 2: other.offerDiscountType = .freeTrial
        case 3: other.offerPeriod = "P1M"
        case 4: other.price = 1
        case 5: other.currency = "EUR"
        case 6: other.storefront = "DEU"
        case 7: other.transactionReason = .renewal
        case 8: other.revocationType = .refundFull
        default: other.revocationPercentage = 1
        }
        #expect(PurchaseFacts(purchases: [fact, other, fact]).purchases.count == 2)
    }

    @Test("An entitlement can be written and read")
    func entitlement() throws {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0) { $0.offerType = .winBack }],
            renewals: [Sample.renewal(stated: 1) { $0.autoRenewStatus = .off }]
        )
        let found = facts.entitlements(at: Sample.day(2))
        #expect(found.map(\.conditions) == [[.cancelled]])
        #expect(try Self.decoder.decode([Entitlement].self, from: Self.encoder.encode(found)) == found)
    }
}
