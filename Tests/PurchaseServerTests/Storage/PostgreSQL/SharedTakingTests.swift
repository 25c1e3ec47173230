#if PostgreSQL && os(Linux)
    import Entitlements
    import Foundation
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("What a server has taken, and what of it waits", .timeLimit(.minutes(5)))
    struct SharedTakingTests {
        private static let due = Purchases.start + 60

        /// A storage in which one upload, one receipt and one subscription are due.
        private static func storages() async throws -> (PurchaseDatabase, PurchaseDatabase) {
            let database = try await SharedDatabase.fresh()
            let first = PurchaseDatabase(try PostgreSQLEngine(database.settings))
            let second = PurchaseDatabase(try PostgreSQLEngine(database.settings))
            let start = Purchases.start
            _ = try await first.save(
                ReceiptUpload(customer: "alice", receipt: Data("waits".utf8), receivedAt: start),
                retryAt: due
            )
            let genuine = try await first.save(
                ReceiptUpload(customer: "bob", receipt: Data("genuine".utf8), receivedAt: start),
                retryAt: due
            )
            _ = try await first.resolve(
                genuine,
                with: Purchases.verification([Purchases.fact("with")], at: start, receipt: Data("latest".utf8))
            ) { _ in due }
            _ = try await first.save(Purchases.notification("n", [Purchases.fact("without")], at: start)) { _ in due }
            return (first, second)
        }

        @Test("An upload is kept by who has it, and left to who has taken it since")
        func upload() async throws {
            let (first, second) = try await Self.storages()
            let id = try #require(try await first.takePendingUploads(dueAt: Self.due, limit: 5).first).id
            #expect(try await first.keepTaken(uploadID: id, since: Self.due, at: Self.due + 100))
            #expect(try await second.takePendingUploads(dueAt: Self.due + 200, limit: 5).isEmpty)
            #expect(try await second.takePendingUploads(dueAt: Self.due + 300, limit: 5).map(\.id) == [id])
            #expect(try await !first.keepTaken(uploadID: id, since: Self.due + 100, at: Self.due + 301))
            #expect(try await second.keepTaken(uploadID: id, since: Self.due + 300, at: Self.due + 340))
            try await second.reject(uploadID: id)
            #expect(try await !second.keepTaken(uploadID: id, since: Self.due + 340, at: Self.due + 380))
        }

        @Test("A receipt is kept by who has it, and left to who has taken it since")
        func receipt() async throws {
            let (first, second) = try await Self.storages()
            let id = try #require(try await first.takeLatestReceipts(dueAt: Self.due, limit: 5).first).id
            #expect(try await first.keepTaken(receiptID: id, since: Self.due, at: Self.due + 100))
            #expect(try await second.takeLatestReceipts(dueAt: Self.due + 200, limit: 5).isEmpty)
            #expect(try await second.takeLatestReceipts(dueAt: Self.due + 300, limit: 5).map(\.id) == [id])
            #expect(try await !first.keepTaken(receiptID: id, since: Self.due + 100, at: Self.due + 301))
            #expect(try await second.keepTaken(receiptID: id, since: Self.due + 300, at: Self.due + 340))
            try await second.retire(receiptID: id)
            #expect(try await !second.keepTaken(receiptID: id, since: Self.due + 340, at: Self.due + 380))
        }

        @Test("A subscription is kept by who has it, and left to who has taken it since")
        func subscription() async throws {
            let (first, second) = try await Self.storages()
            let one = try #require(try await first.takeSubscriptions(dueAt: Self.due, limit: 5).first)
            #expect(try await first.keepTaken(one, since: Self.due, at: Self.due + 100))
            #expect(try await second.takeSubscriptions(dueAt: Self.due + 200, limit: 5).isEmpty)
            #expect(try await second.takeSubscriptions(dueAt: Self.due + 300, limit: 5) == [one])
            #expect(try await !first.keepTaken(one, since: Self.due + 100, at: Self.due + 301))
            #expect(try await second.keepTaken(one, since: Self.due + 300, at: Self.due + 340))
            try await second.postpone(one, until: Self.due + 400)
            #expect(try await !second.keepTaken(one, since: Self.due + 340, at: Self.due + 380))
        }
    }
#endif
