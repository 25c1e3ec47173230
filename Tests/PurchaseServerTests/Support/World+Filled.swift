import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

extension World {
    /// A server with customers who have one of everything.
    func fill() async throws {
        store.set(answer())
        try await test { client, _ in
            #expect(try await client.upload(SampleReceipt.signed(), for: "flora").status == 200)
            let transaction = try SignedSample.transaction {
                $0.originalTransactionID = "7000"; $0.transactionID = "7000"
            }
            let body = #"{"signedTransactions":["\#(transaction)"]}"#
            #expect(try await client.post("/v1/customers/anonymous:1/transactions", body).status == 200)
            #expect(try await client.post("/v1/customers/anonymous:1/login", #"{"customer":"rose"}"#).status == 200)
            let grant = #"{"level":"gold"}"#
            #expect(try await client.put("/v1/customers/flora/grants/sorry", grant).status == 200)
            let entry = #"{"currency":"coins","amount":40}"#
            #expect(try await client.put("/v1/customers/flora/entries/gift", entry).status == 200)
            let offering = #"{"productIds":["a","b"],"metadata":{"x":[1,2.5,null]},"isCurrent":true}"#
            #expect(try await client.put("/v1/offerings/spring", offering).status == 200)
            let transfer = #"{"from":"flora","to":"lily","originalTransactionIds":["1000"]}"#
            #expect(try await client.post("/v1/transfers", transfer).status == 200)
        }
        let storage = try PurchaseDatabase(file: configuration.databaseFile)
        let attribute = CustomerAttribute(value: "größer \u{1F33B}", updatedDate: now)
        _ = try await storage.save(["plan": attribute], of: "flora", at: now)
    }
}
