import AppReceipt
import AppStoreModels
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A full disk")
struct FullDiskTests {
    @Test("Uploads are answered 503, nothing is lost, health tells, and it works again when there is space")
    func full() async throws {
        let world = try World()
        world.store.set(world.answer())
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        let server = try PurchaseServerApplication(configuration: world.configuration, storage: storage)
        try await Application(router: server.router).test(.router) { client in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
            #expect(try await client.get("/health").json[string: "status"] == "ok")
            world.store.set(.down)
            try await Self.limitPages(of: storage, to: 1)
            let refused = try await Self.firstRefusal(client)
            #expect(refused.errorCode == "database-full")
            #expect(refused.headers[.retryAfter] == "60")
            let health = try await client.get("/health")
            #expect(health.status == 503)
            #expect(health.json[string: "status"] == "cannot-write")
            #expect(health.errorCode == "database-full")
            #expect(try await client.get("/v1/customers/alice").entitlement("monthly") != nil)
            try await Self.limitPages(of: storage, to: 1_000_000)
            world.advance(days: 1)
            #expect(try await client.get("/health").status == 200)
            let late = try await client.upload(try SampleReceipt.signed(), for: "late")
            #expect(late.status == 202)
            #expect(try await client.get("/v1/customers/late").json[integer: "pendingUploadCount"] == 1)
        }
    }

    /// SQLite answers as on a full disk when the file would grow over this; it never takes away what is used.
    private static func limitPages(of storage: PurchaseDatabase, to count: Int) async throws {
        try await storage.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
    }

    private static func firstRefusal(_ client: any TestClientProtocol) async throws -> Answer {
        for number in 0..<100 {
            let answer = try await client.upload(try SampleReceipt.signed(), for: "customer-\(number)")
            guard answer.status == 202 else {
                #expect(answer.status == 503)
                return answer
            }
            #expect(try await client.get("/v1/customers/customer-\(number)").json[integer: "pendingUploadCount"] == 1)
        }
        throw NeverFull()
    }

    private struct NeverFull: Error {}
}
