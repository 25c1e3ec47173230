import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("StoreKit 2: what is read of a transaction before it is written down", .timeLimit(.minutes(15)))
struct TransactionFactsTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    private func unsigned() throws -> [UnsignedTransaction] {
        let selection = DeviceSelection(.all, includesFinishedConsumables: true)
        return try shop.store.deviceUnsignedTransactions(selection, account: SampleShop.customer, device: UUID())
    }

    /// Every fact with its name; dates to the last bit.
    private func texts(_ facts: TransactionFacts) -> [String] {
        Mirror(reflecting: facts).children.map { name, value in
            let date = (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" }
            return "\(name ?? "") \(date ?? "\(value)")"
        }
    }

    @Test func `It is what the signed members say`() async throws {
        let token = UUID()
        try await shop.buy(SampleShop.seeds, [.quantity(3), .appAccountToken(token)])
        try await shop.buy(SampleShop.greenhouse)
        try await shop.buy(SampleShop.season)
        try await shop.buy(SampleShop.posy)
        try shop.store.setStorefront("DEU", account: SampleShop.customer)
        try shop.store.advance(months: 2)
        try await shop.buy(SampleShop.bouquet)
        try shop.store.advance(by: 0.000_456)
        let found = try unsigned()
        for transaction in found {
            let written = TransactionFacts(transaction.payload())
            if let facts = TransactionFacts(transaction) { #expect(texts(facts) == texts(written)) }
            #expect(texts(LateSignature(transaction).facts) == texts(written))
        }
        let facts = found.compactMap { TransactionFacts($0) }
        #expect(facts.count >= 6)
        #expect(facts.contains { $0.appAccountToken == token && $0.purchasedQuantity == 3 })
        #expect(facts.contains { $0.isUpgraded })
        #expect(facts.contains { $0.reason == .renewal })
        #expect(facts.contains { $0.storefront.id == "143443" })
    }

    @Test func `What has an offer or a refund is read from what is signed`() async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        try shop.store.refund(transactionID: String(bought.id))
        let transaction = try #require(try unsigned().first)
        #expect(TransactionFacts(transaction) == nil)
        let facts = LateSignature(transaction).facts
        #expect(facts.revocationDate == shop.store.now)
        #expect(facts.revocationType == .fullRefund)
    }

    @Test func `What is read is, to the byte, what is signed later`() async throws {
        try await shop.buy(SampleShop.posy)
        let document = SignedDocument(try #require(try unsigned().first))
        let payload = document.payload
        try shop.store.advance(months: 1)
        #expect(try UnverifiedJWS(document.compact).payload == payload)
        #expect(JSONValue.object(document.json).jsonData == payload)
        #expect(document.signature.count == 64)
    }
}
