import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import Logging
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The log of the purchase server")
struct LogTests {
    /// Keeps every line with all that it says.
    private static func logger(keeping lines: Locked<[String]>) -> Logger {
        Logger(label: "test") { _ in
            LogRecorder(lines) { event, metadata in
                let said = metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
                return "\(event.message) " + said.joined(separator: " ")
            }
        }
    }

    @Test("An upload is in it with its outcome, its duration, the request, and whose in letters that do not tell")
    func upload() async throws {
        var world = try World()
        let lines = Locked<[String]>([])
        world.configuration.logger = Self.logger(keeping: lines)
        world.configuration.demandsKeys = true
        world.store.set(world.answer())
        let receipt = try SampleReceipt.signed()
        try await world.test { client, server in
            let key = try #require(server.firstKeys).secret
            var fields = KeyAccessTests.bearer(key.text)
            fields[.documented("X-Request-Id")] = "order-7"
            _ = try await client.upload(receipt, for: "alice@example.com", headers: fields)
            let all = lines.withLock { $0 }
            let hash = UploadLog.hash(of: CustomerID("alice@example.com"))
            #expect(hash.count == 12)
            let upload = try #require(all.first { $0.hasPrefix("upload ") })
            #expect(upload.contains("customer=\(hash) "))
            #expect(upload.contains("outcome=verified"))
            #expect(upload.contains("milliseconds="))
            #expect(upload.hasSuffix("request=order-7"))
            let answered = try #require(all.first { $0.hasPrefix("answered ") })
            #expect(answered.contains("key=\(key.key.id) "))
            #expect(answered.contains("route=/v1/customers/{customer}/receipts"))
            for secret in ["alice", key.text, receipt.base64EncodedString(), "hush"] {
                #expect(all.allSatisfy { !$0.contains(secret) })
            }
        }
    }

    @Test(
        "A notification that is refused is in it with the rule that failed, of either version, and without its password",
        arguments: [
            (#"{"signedPayload":"a.b.c"}"#, "malformed"),
            (#"{"notification_type":"CANCEL","password":"guess","bid":"com.example.app"}"#, "password"),
            (#"{"notification_type":"CANCEL","password":"hush","bid":"com.other"}"#, "wrong-app"),
        ]
    )
    func refusedNotification(body: String, rule: String) async throws {
        var world = try World()
        let lines = Locked<[String]>([])
        world.configuration.logger = Self.logger(keeping: lines)
        try await world.test { client, _ in
            _ = try await client.post("/apple/notifications", body)
            let all = lines.withLock { $0 }
            let refused = all.filter { $0.hasPrefix("notification refused ") }
            #expect(refused.count == 1)
            #expect(refused.first?.contains("code=notification-not-accepted ") == true)
            #expect(refused.first?.contains("rule=\(rule)") == true)
            for password in ["hush", "guess"] { #expect(all.allSatisfy { !$0.contains(password) }) }
        }
    }
}
