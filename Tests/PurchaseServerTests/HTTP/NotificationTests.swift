import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Notifications of the App Store")
struct NotificationTests {
    @Test("A refund takes the entitlement; the same notification again changes nothing")
    func refund() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 3)
            let body = try NotificationSample.body(.refund, at: world.now) { $0.revocationDate = world.now }
            for _ in 0..<2 {
                #expect(try await client.post("/apple/notifications", body).status == 200)
                let answer = try await client.get("/v1/customers/alice")
                #expect(answer.entitlement("monthly")?[string: "state"] == "revoked")
                #expect(answer.entitlement("pro")?[string: "state"] == "active")
            }
        }
    }

    @Test("Notifications in the wrong order end in the same state")
    func order() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let refunded = world.now + 100
            let reversed = world.now + 200
            world.advance(days: 1)
            let second = try NotificationSample.body(.refundReversed, at: reversed)
            let first = try NotificationSample.body(.refund, at: refunded) { $0.revocationDate = refunded }
            for body in [second, first] { _ = try await client.post("/apple/notifications", body) }
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("monthly")?[string: "state"] == "active")
        }
    }

    @Test("A purchase known by its notification only finds its customer by the account token")
    func accountToken() async throws {
        let world = try World()
        try await world.test { client, _ in
            let token = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
            let body = try NotificationSample.body(.subscribed, at: world.now) {
                $0.appAccountToken = UUID(uuidString: token)
            }
            #expect(try await client.post("/apple/notifications", body).status == 200)
            for name in [token, token.lowercased()] {
                #expect(try await client.get("/v1/customers/\(name)").entitlements.count == 1)
            }
        }
    }

    @Test("A notification before the upload counts as soon as the upload says whose it is")
    func notificationFirst() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            let refund = world.now + 3_600
            let body = try NotificationSample.body(.refund, at: refund) { $0.revocationDate = refund }
            #expect(try await client.post("/apple/notifications", body).status == 200)
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 1)
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("monthly")?[string: "state"] == "revoked")
        }
    }

    @Test("Of a notification only what is signed is kept")
    func onlySigned() async throws {
        let world = try World()
        try await world.test { client, _ in
            let body = try NotificationSample.body(.subscribed, at: world.now)
            let fat = body.dropLast() + #","more":"\#(String(repeating: "x", count: 100_000))"}"#
            #expect(try await client.post("/apple/notifications", String(fat)).status == 200)
            #expect(try world.notificationBodies() == [body])
            // In another spelling, and shorter by a blank than with what stands beside it.
            let other = try NotificationSample.body(.didRenew, at: world.now)
            let blank = "{ " + other.dropFirst()
            #expect(try await client.post("/apple/notifications", blank).status == 200)
            #expect(try Set(world.notificationBodies()) == [body, other])
        }
    }

    @Test("The certificates of all notifications are kept once")
    func certificatesOnce() async throws {
        let world = try World()
        try await world.test { client, _ in
            let bodies = try (0..<20).map { number in
                try NotificationSample.body(.didRenew, at: world.now + Double(number))
            }
            for body in bodies { #expect(try await client.post("/apple/notifications", body).status == 200) }
            #expect(Set(try world.notificationBodies()) == Set(bodies))
            #expect(try world.numbers("SELECT count(*) FROM signed_header") == [1])
            let sent = bodies.reduce(0) { $0 + $1.utf8.count }
            let kept = try world.numbers("SELECT sum(length(body)) FROM notification")
            #expect(kept[0] * 4 < sent, "\(kept[0]) of \(sent)")
        }
    }

    @Test("Certificates that went with a change that failed are kept with the next one")
    func certificatesAfterFailure() async throws {
        let world = try World()
        try await world.test { client, _ in
            let body = try NotificationSample.body(.didRenew, at: world.now)
            try world.change(
                """
                CREATE TRIGGER refusal BEFORE INSERT ON notification_chain BEGIN SELECT RAISE(ABORT, 'refused'); END
                """
            )
            #expect(try await client.post("/apple/notifications", body).status == 503)
            #expect(try world.numbers("SELECT count(*) FROM signed_header") == [0])
            try world.change("DROP TRIGGER refusal")
            #expect(try await client.post("/apple/notifications", body).status == 200)
            #expect(try world.notificationBodies() == [body])
        }
    }

    @Test("A body that an earlier server kept whole is read as it is")
    func keptWhole() async throws {
        let world = try World()
        try await world.test { client, _ in
            let body = try NotificationSample.body(.didRenew, at: world.now)
            #expect(try await client.post("/apple/notifications", body).status == 200)
            try world.change("UPDATE notification SET body = CAST('\(body)' AS BLOB)")
            #expect(try world.notificationBodies() == [body])
        }
    }

    @Test(
        "What is no notification of ours is refused for good",
        arguments: [
            ("", 400), ("{}", 400), ("<html>", 400), (#"{"signedPayload":"a.b.c"}"#, 401),
            (#"{"notification_type":"CANCEL","password":"wrong","bid":"com.example.app"}"#, 401),
            (#"{"notification_type":"CANCEL","password":"hush","bid":"com.other"}"#, 422),
        ]
    )
    func refused(body: String, status: Int) async throws {
        let world = try World()
        try await world.test { client, _ in
            let answer = try await client.post("/apple/notifications", body)
            #expect(answer.status == status)
        }
    }

    @Test("A body of more values, or longer, than any notification is refused unread")
    func oversized() async throws {
        let world = try World()
        try await world.test { client, _ in
            let pairs = [String](repeating: "[0]", count: 10_000).joined(separator: ",")
            let many = try await client.post(
                "/apple/notifications",
                #"{"signedPayload":"x","receipt-data":[\#(pairs)]}"#
            )
            #expect(many.status == 400)
            #expect(many.errorCode == "notification-malformed")
            #expect(many.json[object: "error"]?[string: "message"]?.contains("at most 20000 are read") == true)
            let text = String(repeating: "x", count: 2 * 1024 * 1024)
            let long = try await client.post("/apple/notifications", #"{"signedPayload":"\#(text)"}"#)
            #expect(long.status == 413)
            #expect(long.errorCode == "notification-too-large")
        }
    }

    @Test("A notification signed by others is refused")
    func forged() async throws {
        let world = try World()
        try await world.test { client, _ in
            let body = try NotificationSample.body(.refund, at: world.now, by: TestAuthority.foreign)
            let answer = try await client.post("/apple/notifications", body)
            #expect(answer.status == 401)
            #expect(answer.rule == "anchor-untrusted")
            #expect(answer.json[string: "title"] == "Unauthorized")
        }
    }

    @Test("Version 1 with the right password is read; its password is not kept")
    func version1() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 5)
            let unified = world.answer { $0.cancellationDate = world.now - 60 }
            var body: JSONObject = [
                "notification_type": "CANCEL", "password": "hush", "bid": .string(SampleReceipt.bundleID),
                "environment": "Sandbox",
            ]
            body[object: "unified_receipt"] = unified.json
            let text = JSONValue.object(body).serialized()
            for _ in 0..<2 { #expect(try await client.post("/apple/notifications", text).status == 200) }
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("monthly")?[string: "state"] == "revoked")
        }
        let files = try FileManager.default.contentsOfDirectory(at: world.folder, includingPropertiesForKeys: nil)
        for file in files { #expect(try Data(contentsOf: file).range(of: Data("hush".utf8)) == nil) }
    }
}
