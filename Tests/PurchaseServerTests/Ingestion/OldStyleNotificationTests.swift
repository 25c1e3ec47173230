import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Notifications of version 1")
struct OldStyleNotificationTests {
    private static let token = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    private static let customer = "/v1/customers/\(token)"

    private static func world() throws -> World {
        var world = try World()
        world.configuration.customers.sandbox = .everybody
        return world
    }

    /// A notification about the subscription of the samples, which was bought for an account.
    private static func body(
        _ type: String,
        _ world: World,
        receipt: Data? = nil,
        _ change: (inout VerifyReceiptRenewalInfo) -> Void = { _ in }
    ) -> String {
        var unified = world.answer { $0.appAccountToken = UUID(uuidString: token) }
        // What `verifyReceipt` has, and notifications have not.
        unified.receipt = nil
        unified.latestReceipt = receipt?.base64EncodedString()
        var renewal = VerifyReceiptRenewalInfo()
        renewal.originalTransactionID = "2000"
        renewal.productID = "com.example.app.monthly"
        renewal.autoRenewProductID = "com.example.app.monthly"
        renewal.autoRenewStatus = .on
        change(&renewal)
        unified.pendingRenewalInfo = [renewal]
        var body: JSONObject = [
            "notification_type": .string(type), "password": "hush", "bid": .string(SampleReceipt.bundleID),
            "environment": "Sandbox",
        ]
        body[object: "unified_receipt"] = unified.json
        return JSONValue.object(body).serialized()
    }

    /// The charge failed; the customer keeps access for some days.
    private static func failure(_ world: World, until grace: Date) -> String {
        body("DID_FAIL_TO_RENEW", world) { renewal in
            renewal.isInBillingRetryPeriod = true
            renewal.expirationIntent = .billingError
            renewal.gracePeriodExpiresDate = grace
        }
    }

    @Test("A charge that failed counts by them alone: a grace period, then the retry", arguments: [true, false])
    func billing(isInOrder: Bool) async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let bought = Self.body("INITIAL_BUY", world)
            let failed = Self.failure(world, until: world.now + 36 * 86_400)
            world.advance(days: 31)
            for body in isInOrder ? [bought, failed] : [failed, bought] {
                #expect(try await client.post("/apple/notifications", body).status == 200)
            }
            let grace = try #require(try await client.get(Self.customer).entitlement("monthly"))
            #expect(grace[string: "state"] == "gracePeriod")
            #expect(grace[boolean: "isEntitled"] == true)
            world.advance(days: 6)
            let retry = try #require(try await client.get(Self.customer).entitlement("monthly"))
            #expect(retry[string: "state"] == "billingRetry")
            #expect(retry[boolean: "isEntitled"] == false)
        }
    }

    @Test("A renewal that is told afterwards holds against the failure")
    func recovered() async throws {
        let world = try Self.world()
        try await world.test { client, _ in
            let failed = Self.failure(world, until: world.now + 36 * 86_400)
            world.advance(days: 31)
            #expect(try await client.post("/apple/notifications", failed).status == 200)
            let body = try NotificationSample.body(.didRenew, at: world.now) { payload in
                payload.transactionID = "2002"
                payload.purchaseDate = world.now
                payload.expiresDate = world.now + 30 * 86_400
            }
            #expect(try await client.post("/apple/notifications", body).status == 200)
            let renewed = try await client.get(Self.customer).entitlement("monthly")
            #expect(renewed?[string: "state"] == "active")
            #expect(renewed?[string: "transactionId"] == "2002")
        }
    }

    @Test("The receipt inside is kept, and the App Store is asked at once what holds")
    func receipt() async throws {
        let world = try Self.world()
        let receipt = try SampleReceipt.signed { $0.opaqueValue = [42] }
        try await world.test { client, server async throws in
            world.advance(days: 31)
            let body = Self.body("DID_RENEW", world, receipt: receipt)
            for _ in 0..<2 { #expect(try await client.post("/apple/notifications", body).status == 200) }
            #expect(try world.numbers("SELECT length(receipt) FROM latest_receipt") == [receipt.count])
            world.store.set(world.answer(periods: 2))
            #expect(try await server.pollDue().checkedReceipts == 1)
            #expect(world.store.requests.map(\.receiptData) == [receipt.base64EncodedString()])
            #expect(world.store.hosts == ["sandbox.itunes.apple.com"])
            #expect(try await client.get(Self.customer).entitlement("monthly")?[string: "transactionId"] == "2002")
            // The one of the answer has taken its place.
            #expect(try world.number("SELECT count(*) FROM latest_receipt") == 1)
            #expect(try await server.pollDue().total == 0)
        }
    }

    @Test("What cannot be a receipt of the app is not kept; the notification counts all the same", arguments: 0..<4)
    func unacceptable(index: Int) async throws {
        let receipts = [
            Data("no receipt".utf8), try SampleReceipt.signed(by: TestAuthority.foreign),
            try SampleReceipt.signed { $0.bundleID = "com.other" }, OldStyleReceipt.receipt(),
        ]
        let world = try Self.world()
        try await world.test { client, server async throws in
            let body = Self.body("INITIAL_BUY", world, receipt: receipts[index])
            #expect(try await client.post("/apple/notifications", body).status == 200)
            #expect(try world.number("SELECT count(*) FROM latest_receipt") == 0)
            #expect(try await client.get(Self.customer).entitlement("monthly")?[string: "state"] == "active")
            #expect(try await server.pollDue().total == 0)
        }
    }
}
