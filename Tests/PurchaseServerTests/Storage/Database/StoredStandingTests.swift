import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Where a purchase stood, as it is stored")
struct StoredStandingTests {
    private static let standings: [PurchaseStanding] = {
        let fact = Purchases.fact("2000", product: "com.example.app.monthly") {
            $0.productType = .autoRenewableSubscription
            $0.isFreeTrial = true
        }
        let facts = PurchaseFacts(purchases: [fact])
        let now = Purchases.start + 100
        guard var full = PurchaseStanding(facts, at: now, rules: EntitlementRules()) else { return [] }
        full.willAutoRenew = false
        full.autoRenewProductID = "com.example.app/yearly"
        full.refundedTransactionID = "2001"
        full.toldRefunds = ["2001", "1999"]
        var bare = full
        bare.productType = nil
        bare.expiresDate = nil
        bare.willAutoRenew = nil
        bare.autoRenewProductID = nil
        bare.bundleID = nil
        bare.refundedTransactionID = nil
        bare.toldRefunds = nil
        var foreign = full
        foreign.productID = "Zoë \"\\"
        var exact = full
        exact.purchaseDate = Purchases.start + 0.125
        exact.expiresDate = Date(timeIntervalSince1970: 1e17)
        exact.toldRefunds = []
        return [full, bare, foreign, exact]
    }()

    @Test("It is read as it was written, by us and by the decoder", arguments: 0..<4)
    func reading(index: Int) throws {
        let standing = try #require(Self.standings.dropFirst(index).first)
        let content = try StoredStanding.content(of: standing)
        #expect(try StoredStanding.standing(in: content) == standing)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        #expect(try decoder.decode(PurchaseStanding.self, from: content) == standing)
    }

    @Test("What servers before this one wrote is read", arguments: 0..<4)
    func older(index: Int) throws {
        let standing = try #require(Self.standings.dropFirst(index).first)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.outputFormatting = [.sortedKeys]
        #expect(try StoredStanding.standing(in: encoder.encode(standing)) == standing)
    }

    @Test("What cannot be read is damage", arguments: ["", "{", "[]", #"{"productID":"a"}"#, #"{"productID":7}"#])
    func damage(text: String) {
        let error = #expect(throws: PurchaseServerError.self) { try StoredStanding.standing(in: Data(text.utf8)) }
        #expect(error?.code == .databaseDamaged)
    }
}
