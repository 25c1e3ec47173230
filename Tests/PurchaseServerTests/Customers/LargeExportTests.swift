import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Locking
import NIOCore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The export of a person of whom much is kept", .timeLimit(.minutes(15)))
struct LargeExportTests {
    /// Somebody with so many signed transactions and receipts.
    private static func fill(_ world: World, _ storage: PurchaseDatabase, signed: Int, uploads: Int) async throws {
        try await storage.upload([Purchases.fact("1")], by: "alice")
        try world.change(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(signed))
            INSERT INTO signed_original (environment, original_transaction_id, transaction_id, kind, digest, jws,
                signed_ms, received_ms)
            SELECT 'Production', '1', 't' || i, 'purchase', x'00', 'jws-' || i, i / 3, 0 FROM n
            """
        )
        for number in 0..<uploads {
            let receipt = Data([9, UInt8(number)])
            let upload = ReceiptUpload(customer: "alice", receipt: receipt, receivedAt: Purchases.start)
            _ = try await storage.save(upload, retryAt: Purchases.start)
        }
    }

    @Test("All of it is in one document, each once, the oldest first")
    func whole() async throws {
        let world = try World()
        try await world.test { client, server in
            try await Self.fill(world, server.storage, signed: 450, uploads: 5)
            let export = try await client.get("/v1/customers/alice/export")
            #expect(export.status == 200)
            let signed = try #require(export.json[array: "signedTransactions"]).compactMap(\.string)
            #expect(signed.count == 450)
            #expect(Set(signed) == Set((1...450).map { "jws-\($0)" }))
            #expect(signed.prefix(2) == ["jws-1", "jws-2"])
            #expect(export.json[array: "signedRenewalInfo"] == [])
            let receipts = try #require(export.json[array: "uploads"]).compactMap { $0.object?[string: "receiptData"] }
            #expect(receipts == (0..<5).map { Data([9, UInt8($0)]).base64EncodedString() })
            #expect(export.json[array: "transactions"]?.count == 1)
        }
    }

    @Test("It is written a portion at a time, and nobody keeps it")
    func portions() async throws {
        let world = try World()
        let server = try world.server()
        try await Self.fill(world, server.storage, signed: 450, uploads: 5)
        let response = CustomerExportResponse(
            storage: server.storage,
            customer: "alice",
            beginning: ["customer": "alice"]
        ).response
        #expect(response.headers[.cacheControl]?.contains("no-store") == true)
        let pieces = Locked<[Int]>([])
        try await response.body.write(Pieces(sizes: pieces))
        // Two receipts, or two hundred of what is signed.
        #expect(pieces.withLock { $0.max() ?? 0 } < 3_000)
        #expect(pieces.withLock { $0.count } > 8)
    }

    @Test("The keys are read once and each document once, and what goes meanwhile is left out")
    func once() async throws {
        let world = try World()
        let server = try world.server()
        try await Self.fill(world, server.storage, signed: 450, uploads: 3)
        let places = try await server.storage.exportedPlaces(.signedTransactions, of: "alice")
        #expect(places.count == 450)
        let uploads = try await server.storage.exportedPlaces(.uploads, of: "alice")
        // The receipt by which the purchase came, and those that wait.
        #expect(uploads.count == 4)
        try world.change("DELETE FROM signed_original WHERE transaction_id IN ('t2', 't4')")
        #expect(
            try await server.storage.exportedItems(.signedTransactions, at: Array(places.prefix(5)))
                == [.signed("jws-1"), .signed("jws-3"), .signed("jws-5")]
        )
        // Another one's receipt may have the number of one that is gone.
        let last = try #require(uploads.last)
        try world.change("UPDATE upload SET customer = 'bob' WHERE id = (SELECT max(id) FROM upload)")
        #expect(try await server.storage.exportedItems(.uploads, at: [last]) == [])
    }

    private struct Pieces: ResponseBodyWriter {
        let sizes: Locked<[Int]>

        func write(_ buffer: ByteBuffer) async throws { sizes.withLock { $0.append(buffer.readableBytes) } }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
