import Foundation
import HummingbirdTesting
import Locking
import Testing

@testable import PurchaseServer

/// The requests of its tables are no blocks that could be copied, and are sent by nobody else.
@Suite("The article about customers and policies")
struct CustomerArticleTests {
    private struct Row: Sendable {
        let method: String
        let path: String
        let body: String
    }

    /// What servers ask; what apps ask takes keys and tokens of which the article says no more than `…`.
    private static func rows(at date: Date) throws -> [Row] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = "Sources/PurchaseServer/PurchaseServer.docc/CustomersAndPolicies.md"
        let soon = Int((date.timeIntervalSince1970 + 3_600) * 1_000)
        return try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
            .matches(of: /\| `(GET|POST|PUT|DELETE) (\/v1\/[^`]+)`(?: with `([^`]+)`)?/)
            .filter { !$0.2.hasPrefix("/v1/app/") }
            .map { row in
                Row(
                    method: String(row.1),
                    path: String(row.2).replacing("{customer}", with: "anonymous:1"),
                    body: String(row.3 ?? "").replacing("\"expirationDate\":…", with: "\"expirationDate\":\(soon)")
                )
            }
    }

    private static func status(_ row: Row, _ client: any TestClientProtocol) async throws -> Int {
        switch row.method {
        case "GET": try await client.get(row.path).status
        case "PUT": try await client.put(row.path, row.body).status
        case "DELETE": try await client.delete(row.path).status
        default: try await client.post(row.path, row.body).status
        }
    }

    @Test("Every request of its tables is one that a server carries out, today")
    func requests() async throws {
        let date = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let rows = try Self.rows(at: date)
        #expect(rows.count >= 12)
        let world = try World()
        world.clock.withLock { $0 = date }
        try await world.test { client, server in
            try await server.storage.upload([Purchases.fact("2000", at: date)], by: "flora", at: date)
            let gift = #"{"currency":"coins","amount":100}"#
            #expect(try await client.put("/v1/customers/flora/entries/gift", gift).status == 200)
            for row in rows {
                let status = try await Self.status(row, client)
                #expect((200..<300).contains(status), "\(row)")
            }
        }
    }
}
