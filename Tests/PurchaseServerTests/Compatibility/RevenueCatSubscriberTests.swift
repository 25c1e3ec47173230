import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("RevenueCat's subscriber object", .timeLimit(.minutes(15)))
struct RevenueCatSubscriberTests {
    private static let start = TestAuthority.signingDate

    private static func text(_ date: Date) -> JSONValue { .string(RFC3339.string(from: date)) }

    @Test("Field by field, after a purchase: numbers, nulls and dates as that interface writes them")
    func fields() async throws {
        try await RevenueCatCaller.with { caller in
            #expect(try await caller.buy().status == 201)
            let answer = try await caller.get("/subscribers/flora", as: caller.backend)
            #expect(answer.status == 200)
            let end = Self.text(Self.start + 30 * 86_400)
            let start = Self.text(Self.start)
            #expect(Set(answer.json.keys) == ["request_date", "request_date_ms", "subscriber"])
            #expect(answer.json["request_date"] == start)
            #expect(answer.json["request_date_ms"] == .number(JSONNumber(Self.start.millisecondsSince1970)))
            let expected: JSONObject = [
                "entitlements": [
                    "life": [
                        "expires_date": .null, "grace_period_expires_date": .null,
                        "product_identifier": "com.example.app.pro", "purchase_date": start,
                    ],
                    "pro": [
                        "expires_date": end, "grace_period_expires_date": .null,
                        "product_identifier": "com.example.app.monthly", "purchase_date": start,
                    ],
                ],
                "first_seen": start, "last_seen": start,
                "management_url": "https://apps.apple.com/account/subscriptions",
                "original_app_user_id": "flora", "original_application_version": .null,
                "original_purchase_date": .null,
                "non_subscriptions": [
                    "com.example.app.pro": [
                        [
                            "display_name": .null, "id": "bea01bd4bc", "is_sandbox": true,
                            "original_purchase_date": start, "price": .null, "purchase_date": start,
                            "store": "app_store", "store_transaction_id": "1000",
                        ]
                    ]
                ],
                "other_purchases": ["com.example.app.pro": ["purchase_date": start]],
                "subscriptions": [
                    "com.example.app.monthly": [
                        "auto_resume_date": .null, "billing_issues_detected_at": .null, "display_name": .null,
                        "expires_date": end, "grace_period_expires_date": .null, "is_sandbox": true,
                        "original_purchase_date": start, "ownership_type": "PURCHASED", "period_type": "normal",
                        "price": .null, "purchase_date": start, "refunded_at": .null, "store": "app_store",
                        "store_transaction_id": "2001", "unsubscribe_detected_at": .null,
                    ]
                ],
                "subscriber_attributes": [:],
            ]
            for key in Set(expected.keys).union(answer.subscriber.keys) where key != "non_subscriptions" {
                #expect(answer.subscriber[key] == expected[key], "\(key)")
            }
            var bought = try #require(
                answer.subscriber[object: "non_subscriptions"]?[array: "com.example.app.pro"]?
                    .first?.object
            )
            #expect(bought[string: "id"]?.wholeMatch(of: /[0-9a-f]{10}/) != nil)
            bought["id"] = "bea01bd4bc"
            #expect(
                expected[object: "non_subscriptions"]?[array: "com.example.app.pro"] == [.object(bought)]
            )
        }
    }

    @Test("A signed transaction is as good as a receipt, and has a price, a trial and an owner")
    func signed() async throws {
        try await RevenueCatCaller.with { caller in
            let transaction = try SignedSample.transaction {
                $0.json["price"] = 4990
                $0.json["currency"] = "EUR"
                $0.json["offerType"] = 1
                $0.json["offerDiscountType"] = "FREE_TRIAL"
                $0.json["inAppOwnershipType"] = "FAMILY_SHARED"
            }
            let answer = try await caller.buy(signed: transaction)
            #expect(answer.status == 201)
            let monthly = answer.subscriber[object: "subscriptions"]?[object: "com.example.app.monthly"]
            #expect(
                monthly?["price"] == ["amount": .number(try #require(JSONNumber(text: "4.99"))), "currency": "EUR"]
            )
            #expect(monthly?["period_type"] == "trial")
            #expect(monthly?["ownership_type"] == "FAMILY_SHARED")
            #expect(answer.activeEntitlements == ["pro"])
            #expect(answer.json[object: "subscriber"]?["subscriber_attributes"] == nil, "an app reads no attributes")
        }
    }

    @Test("What ended stays in the object, and readers see that it did")
    func ended() async throws {
        try await RevenueCatCaller.with { caller in
            try await caller.buy()
            caller.world.advance(days: 31)
            let answer = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(answer.activeEntitlements == ["life"])
            let pro = answer.subscriber[object: "entitlements"]?[object: "pro"]
            #expect(pro?["expires_date"] == Self.text(Self.start + 30 * 86_400))
        }
    }

    @Test("Renewal off, a grace period, billing retry and a refund, each with its dates")
    func troubles() async throws {
        try await RevenueCatCaller.with { caller in
            _ = try await caller.buy(signed: try SignedSample.transaction())
            func monthly(_ answer: Answer) -> JSONObject? {
                answer.subscriber[object: "subscriptions"]?[object: "com.example.app.monthly"]
            }
            caller.world.advance(days: 3)
            try await caller.notify { $0.autoRenewStatus = .off }
            var answer = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(monthly(answer)?["unsubscribe_detected_at"] == Self.text(Self.start + 3 * 86_400))
            caller.world.advance(days: 2)
            // Said again, it is off since the first time.
            try await caller.notify { $0.autoRenewStatus = .off }
            answer = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(monthly(answer)?["unsubscribe_detected_at"] == Self.text(Self.start + 3 * 86_400))
            try await caller.notify { _ in }
            answer = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(monthly(answer)?["unsubscribe_detected_at"] == .null)
            caller.world.advance(days: 26)
            let grace = Self.start + 36 * 86_400
            try await caller.notify {
                $0.isInBillingRetryPeriod = true
                $0.gracePeriodExpiresDate = grace
                $0.signedDate = caller.world.now
            }
            answer = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(answer.activeEntitlements == ["pro"])
            #expect(monthly(answer)?["grace_period_expires_date"] == Self.text(grace))
            #expect(monthly(answer)?["billing_issues_detected_at"] == Self.text(Self.start + 31 * 86_400))
            caller.world.advance(days: 6)
            answer = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(answer.activeEntitlements == [])
        }
    }

    @Test("Renewal is off since the first word of it, whichever wording of the same comes last")
    func troublesInTurns() async throws {
        try await RevenueCatCaller.with { caller in
            _ = try await caller.buy(signed: try SignedSample.transaction())
            func turnedOff() async throws -> JSONValue? {
                try await caller.get("/subscribers/flora", as: caller.app)
                    .subscriber[object: "subscriptions"]?[object: "com.example.app.monthly"]?["unsubscribe_detected_at"]
            }
            for renewalDate in [nil, Self.start + 30 * 86_400, nil] {
                caller.world.advance(days: 1)
                try await caller.notify {
                    $0.autoRenewStatus = .off
                    $0.renewalDate = renewalDate
                }
                #expect(try await turnedOff() == Self.text(Self.start + 86_400))
            }
            caller.world.advance(days: 1)
            try await caller.notify { _ in }
            #expect(try await turnedOff() == .null)
            caller.world.advance(days: 1)
            try await caller.notify { $0.autoRenewStatus = .off }
            #expect(
                try await turnedOff() == Self.text(Self.start + 4 * 86_400),
                "It was on in between: what was said before that is over."
            )
        }
    }

    @Test("A refund takes access away, and is dated")
    func refund() async throws {
        try await RevenueCatCaller.with { caller in
            caller.world.advance(days: 5)
            let refunded = caller.world.now
            let answer = try await caller.buy(
                signed: try SignedSample.transaction(signed: refunded) { $0.revocationDate = refunded }
            )
            #expect(answer.activeEntitlements == [])
            let monthly = answer.subscriber[object: "subscriptions"]?[object: "com.example.app.monthly"]
            #expect(monthly?["refunded_at"] == Self.text(refunded))
        }
    }

    @Test("A grant is a promotional subscription; revoking grants leaves purchases alone")
    func grants() async throws {
        try await RevenueCatCaller.with { caller in
            let path = "/subscribers/flora/entitlements/gold"
            let given = try await caller.post(
                path + "/promotional",
                ["duration": "monthly"],
                as: caller.backend
            )
            #expect(given.status == 201)
            #expect(given.activeEntitlements == ["gold"])
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let end = try #require(calendar.date(byAdding: .month, value: 1, to: Self.start))
            let gold = given.subscriber[object: "entitlements"]?[object: "gold"]
            #expect(gold?["product_identifier"] == "rc_promo_gold_monthly")
            #expect(gold?["expires_date"] == Self.text(end))
            let row = given.subscriber[object: "subscriptions"]?[object: "rc_promo_gold_monthly"]
            #expect(row?["store"] == "promotional")
            #expect(row?["period_type"] == "normal")

            let forever = try await caller.post(
                "/subscribers/flora/entitlements/pro/promotional",
                ["duration": "lifetime"],
                as: caller.backend
            )
            #expect(forever.subscriber[object: "entitlements"]?[object: "pro"]?["expires_date"] == .null)
            try await caller.buy()
            caller.world.advance(days: 1)
            for level in ["gold", "pro"] {
                let revoked = try await caller.post(
                    "/subscribers/flora/entitlements/\(level)/revoke_promotionals",
                    [:],
                    as: caller.backend
                )
                #expect(revoked.status == 200)
            }
            let after = try await caller.get("/subscribers/flora", as: caller.app)
            #expect(after.activeEntitlements == ["life", "pro"])
            let pro = after.subscriber[object: "entitlements"]?[object: "pro"]
            #expect(pro?["product_identifier"] == "com.example.app.monthly")
        }
    }
}
