import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Webhooks in RevenueCat's shape", .timeLimit(.minutes(15)))
struct RevenueCatEventTests {
    private static let start = TestAuthority.signingDate

    private func event(_ received: WebhookReceivers.Received) -> JSONObject { received.json[object: "event"] ?? [:] }

    @Test("What a purchase brings, field by field, with the Authorization that the receiver wants")
    func purchase() async throws {
        var (world, receivers) = try World.withReceivers()
        world.configuration.customers.levels = try LevelCatalogue([
            .init("pro", productIDs: ["com.example.app.monthly"])
        ])
        try await world.test { [world, receivers] client, server in
            let body = #"{"address":"https://a.example.com/hook","shape":"revenuecat","authorization":"Bearer hush"}"#
            let made = try await client.post("/v1/webhooks", body)
            #expect(made.status == 201)
            #expect(made.json["shape"] == "revenuecat")
            #expect(made.json["authorization"] == nil)
            let transaction = try SignedSample.transaction {
                $0.json["price"] = 4990
                $0.json["currency"] = "USD"
            }
            let upload = #"{"signedTransactions":["\#(transaction)"]}"#
            #expect(try await client.post("/v1/customers/flora/transactions", upload).status == 200)
            try await server.sendWebhooksDue()
            let received = try #require(receivers.take().first)
            #expect(received.headers["Authorization"] == "Bearer hush")
            #expect(received.json["api_version"] == "1.0")
            var event = event(received)
            #expect(event[string: "id"] == received.identifier)
            event["id"] = nil
            let price = JSONValue.number(try #require(JSONNumber(text: "4.99")))
            let expected: JSONObject = [
                "type": "INITIAL_PURCHASE", "app_id": "com.example.app", "app_user_id": "flora",
                "original_app_user_id": "flora", "aliases": ["flora"], "experiments": [], "subscriber_attributes": [:],
                "event_timestamp_ms": .number(JSONNumber(world.now.millisecondsSince1970)),
                "product_id": "com.example.app.monthly", "entitlement_ids": ["pro"], "entitlement_id": .null,
                "presented_offering_id": .null, "offer_code": .null, "country_code": .null,
                "purchased_at_ms": .number(JSONNumber(Self.start.millisecondsSince1970)),
                "expiration_at_ms": .number(JSONNumber((Self.start + 30 * 86_400).millisecondsSince1970)),
                "period_type": "NORMAL", "store": "APP_STORE", "environment": "SANDBOX", "is_family_share": false,
                "renewal_number": 1, "price": price, "price_in_purchased_currency": price, "currency": "USD",
                "tax_percentage": .null, "commission_percentage": .null, "takehome_percentage": .null,
                "transaction_id": "2001", "original_transaction_id": "2000",
            ]
            for key in Set(expected.keys).union(event.keys) { #expect(event[key] == expected[key], "\(key)") }
        }
    }

    /// An event of ours about the second period of the sample's subscription.
    private func bodies(
        _ type: String,
        _ more: JSONObject = [:],
        _ change: (inout PurchaseFact) -> Void = { _ in },
        renewals: [RenewalFact] = [],
        besides: [PurchaseFact] = []
    ) throws -> [JSONObject] {
        let first = Purchases.fact("2000", transaction: "2001", product: "monthly") {
            $0.price = 5; $0.currency = "USD"
        }
        let second = Purchases.fact("2000", transaction: "2002", product: "monthly", at: Purchases.start + 2_592_000) {
            $0.price = 5
            $0.currency = "USD"
            change(&$0)
        }
        var event: JSONObject = [
            "id": "evt_1", "type": .string(type), "customer": "flora", "originalTransactionId": "2000",
            "transactionId": "2002",
            "productId": .string(second.productID), "createdDate": 1_700_000_000_000,
        ]
        event[milliseconds: "purchaseDate"] = second.purchaseDate
        for (key, value) in more.members { event[key] = value }
        let source = RevenueCatEventSource(
            event: event,
            subscriber: nil,
            facts: PurchaseFacts(purchases: [first, second] + besides, renewals: renewals)
        )
        return try RevenueCatEvents(source: source, catalogue: LevelCatalogue()).bodies.map {
            try #require(JSONValue(parsing: $0).object?[object: "event"])
        }
    }

    /// What was stated about the renewal of the sample's subscription.
    private func renewal(stated date: Date, _ change: (inout RenewalFact) -> Void = { _ in }) -> RenewalFact {
        var fact = RenewalFact(originalTransactionID: "2000", environment: .production, statedDate: date)
        change(&fact)
        return fact
    }

    private func types(of events: [JSONObject]) -> [String] { events.compactMap { $0[string: "type"] } }

    @Test(
        "Every event of ours in their words, with the reason",
        arguments: [
            ("subscriptionStarted", "", ["INITIAL_PURCHASE"], nil),
            ("trialStarted", "", ["INITIAL_PURCHASE"], nil),
            ("trialConverted", "", ["RENEWAL"], nil),
            ("subscriptionRenewed", "", ["RENEWAL"], nil),
            ("subscriptionResumed", "", ["RENEWAL"], nil),
            ("billingRecovered", "", ["RENEWAL"], nil),
            ("gracePeriodStarted", "", ["BILLING_ISSUE", "CANCELLATION"], "BILLING_ERROR"),
            ("billingRetryStarted", "", ["BILLING_ISSUE", "CANCELLATION", "EXPIRATION"], "BILLING_ERROR"),
            ("renewalTurnedOff", "", ["CANCELLATION"], "UNSUBSCRIBE"),
            ("renewalTurnedOn", "", ["UNCANCELLATION"], nil),
            ("productChangeScheduled", "", ["PRODUCT_CHANGE"], nil),
            ("productChangeCancelled", "", [], nil),
            ("productChanged", "", ["PRODUCT_CHANGE"], nil),
            ("subscriptionExtended", "", ["SUBSCRIPTION_EXTENDED"], nil),
            ("expired", "customerCancelled", ["EXPIRATION"], "UNSUBSCRIBE"),
            ("expired", "billingError", ["EXPIRATION"], "BILLING_ERROR"),
            ("expired", "priceIncreaseDeclined", ["EXPIRATION"], "PRICE_INCREASE"),
            ("expired", "periodEnded", ["EXPIRATION"], "UNKNOWN"),
            ("familyAccessEnded", "familySharingEnded", ["EXPIRATION"], "UNKNOWN"),
            ("oneTimePurchased", "", ["NON_RENEWING_PURCHASE"], nil),
            ("refunded", "refunded", ["CANCELLATION"], "CUSTOMER_SUPPORT"),
            ("refundReversed", "", ["REFUND_REVERSED"], nil),
            ("purchaseAssigned", "", ["NON_RENEWING_PURCHASE"], nil),
            ("customersMerged", "", [], nil),
            ("purchaseTransferredOut", "", [], nil),
            ("test", "", ["TEST"], nil),
        ] as [(String, String, [String], String?)]
    )
    func words(type: String, reason: String, expected: [String], told: String?) throws {
        let events = try bodies(type, ["reason": .string(reason)])
        #expect(events.compactMap { $0[string: "type"] } == expected)
        let reasons = events.compactMap { $0[string: "cancel_reason"] ?? $0[string: "expiration_reason"] }
        #expect(Set(reasons) == Set([told].compactMap(\.self)))
        let identifiers = events.compactMap { $0[string: "id"] }
        #expect(Set(identifiers).count == events.count)
        #expect(identifiers.allSatisfy { $0.hasPrefix("evt_1") })
    }

    @Test("A refund is a negative price, a renewal is counted, a trial that converts is marked")
    func money() throws {
        let refund = try #require(bodies("refunded").first)
        #expect(refund["price"] == -5)
        #expect(refund["price_in_purchased_currency"] == -5)
        let renewal = try #require(bodies("subscriptionRenewed").first)
        #expect(renewal["price"] == 5)
        #expect(renewal["renewal_number"] == 2)
        #expect(renewal["is_trial_conversion"] == false)
        #expect(try bodies("trialConverted").first?["is_trial_conversion"] == true)
        let euros = try #require(bodies("subscriptionRenewed", [:]) { $0.currency = "EUR" }.first)
        #expect(euros["price"] == .null)
        #expect(euros["price_in_purchased_currency"] == 5)
    }

    @Test("A failure is told once, when the grace period begins, and anew of another period")
    func failures() throws {
        let end = Purchases.start + 2 * 2_592_000
        let grace = renewal(stated: end + 100) { $0.gracePeriodExpiresDate = end + 200 }
        // Of a grace period that is over the newest statement is silent.
        let over = renewal(stated: end + 300) { $0.isInBillingRetryPeriod = true }
        #expect(try types(of: bodies("billingRetryStarted", renewals: [grace, over])) == ["EXPIRATION"])
        let earlier = renewal(stated: end - 2_592_000 - 100) { $0.gracePeriodExpiresDate = end - 2_592_000 }
        #expect(
            try types(of: bodies("billingRetryStarted", renewals: [earlier, over])) == [
                "BILLING_ISSUE", "CANCELLATION", "EXPIRATION",
            ]
        )
        let issue = try #require(bodies("gracePeriodStarted", renewals: [grace]).first)
        #expect(issue[milliseconds: "grace_period_expiration_at_ms"] == end + 200)
    }

    @Test("While a grace period runs, its end is told apart from that of the period that was paid")
    func gracePeriod() throws {
        let end = Purchases.start + 2 * 2_592_000
        var standing: JSONObject = ["state": "gracePeriod"]
        standing[milliseconds: "expiresDate"] = end + 500
        let events = try bodies("gracePeriodStarted", standing)
        #expect(types(of: events) == ["BILLING_ISSUE", "CANCELLATION"])
        for event in events {
            #expect(event[milliseconds: "expiration_at_ms"] == end)
            #expect(event[milliseconds: "grace_period_expiration_at_ms"] == end + 500)
        }
        let off = try #require(bodies("renewalTurnedOff", standing).first)
        #expect(off[milliseconds: "expiration_at_ms"] == end)
        standing["state"] = "active"
        let extended = try #require(bodies("subscriptionExtended", standing).first)
        #expect(extended[milliseconds: "expiration_at_ms"] == end + 500)
    }

    @Test("A planned change is told once, when it is planned; one back to a product of long ago when it is made")
    func changes() throws {
        let date = Purchases.start + 2_592_000
        let plan = renewal(stated: date - 100) { $0.autoRenewProductID = "yearly" }
        let change = { (renewals: [RenewalFact]) in
            try bodies(
                "productChanged",
                ["previousProductId": "monthly"],
                { $0.productID = "yearly" },
                renewals: renewals
            )
        }
        #expect(try change([plan]).isEmpty)
        let made = try #require(change([]).first)
        #expect(made["product_id"] == "monthly")
        #expect(made["new_product_id"] == "yearly")
        let before = renewal(stated: date - 200) { $0.autoRenewProductID = "yearly" }
        let between = renewal(stated: date - 50) { $0.autoRenewProductID = "monthly" }
        let after = renewal(stated: date) { $0.autoRenewProductID = "yearly" }
        let back = try change([before, plan, between, after])
        #expect(types(of: back) == ["PRODUCT_CHANGE"])
        #expect(back.first?["new_product_id"] == "yearly")
    }

    @Test("What one statement says of a purchase is told, though a later one is silent about it")
    func silence() throws {
        let receipt = Purchases.fact("2000", transaction: "2002", product: "monthly", at: Purchases.start + 2_592_000) {
            $0.statedDate += 100
        }
        let told = try #require(
            bodies("subscriptionRenewed", [:], { $0.isFreeTrial = true }, besides: [receipt]).first
        )
        #expect(told["price"] == 5)
        #expect(told["currency"] == "USD")
        #expect(told["period_type"] == "TRIAL")
        #expect(told["renewal_number"] == 2)
    }

    @Test("What becomes somebody's begins and, if that is past, ends; a transfer names both and nobody besides")
    func assigned() throws {
        let subscription = ["productType": "Auto-Renewable Subscription"] as JSONObject
        let types = { (state: String) in
            var event = subscription
            event["state"] = .string(state)
            event["reason"] = "customerCancelled"
            return try bodies("purchaseAssigned", event).map { $0[string: "type"] }
        }
        #expect(try types("active") == ["INITIAL_PURCHASE"])
        #expect(try types("expired") == ["INITIAL_PURCHASE", "EXPIRATION"])
        #expect(try types("revoked") == ["INITIAL_PURCHASE", "CANCELLATION"])
        var shared = subscription
        shared["state"] = "revoked"
        shared["reason"] = "familySharingEnded"
        #expect(
            try bodies("purchaseAssigned", shared).map { $0[string: "type"] } == ["INITIAL_PURCHASE", "EXPIRATION"]
        )
        let transfer = try #require(bodies("purchaseTransferredIn", ["from": "henry", "to": "flora"]).first)
        #expect(transfer[string: "type"] == "TRANSFER")
        #expect(transfer["transferred_from"] == ["henry"])
        #expect(transfer["transferred_to"] == ["flora"])
        #expect(transfer["app_user_id"] == nil)
    }

    @Test("A balance and a grant in their words")
    func balancesAndGrants() throws {
        let spent = try #require(
            bodies("balanceChanged", ["currency": "coins", "amount": -80, "balance": 20, "transactionId": .null]).first
        )
        #expect(spent[string: "type"] == "VIRTUAL_CURRENCY_TRANSACTION")
        let adjustment = try #require(spent[array: "adjustments"]?.first?.object)
        #expect(adjustment["amount"] == -80)
        #expect(adjustment[object: "currency"]?[string: "code"] == "coins")
        let grant: JSONObject = ["grant": "rc-monthly-x", "level": "gold", "startDate": 1_700_000_000_000]
        let more: JSONObject = ["grant": .object(grant), "transactionId": .null]
        let given = try #require(bodies("levelGranted", more).first)
        #expect(given[string: "type"] == "NON_RENEWING_PURCHASE")
        #expect(given[string: "product_id"] == "rc_promo_gold_monthly")
        #expect(given[string: "period_type"] == "PROMOTIONAL")
        #expect(given["entitlement_ids"] == ["gold"])
        let taken = try #require(bodies("grantRevoked", more).first)
        #expect(taken[string: "type"] == "EXPIRATION")
        #expect(taken[string: "expiration_reason"] == "DEVELOPER_INITIATED")
    }

    @Test("A shape that there is not, and an Authorization that cannot be sent, are refused")
    func wishes() async throws {
        let (world, _) = try World.withReceivers()
        try await world.test { client, _ async throws in
            for more in [#""shape":"adapty""#, #""authorization":"a\nb""#, #""authorization":"""#, #""shape":7"#] {
                let answer = try await client.post("/v1/webhooks", #"{"address":"https://a.example.com",\#(more)}"#)
                #expect((answer.status, answer.errorCode) == (400, "invalid-body"))
            }
        }
    }

    @Test("Of money for another period than the newest nothing is said, but where its refund was told")
    func earlierPeriod() throws {
        let begin = Purchases.start + 2 * 2_592_000
        let third = Purchases.fact("2000", transaction: "2003", product: "monthly", at: begin)
        let more: JSONObject = ["latestTransactionId": "2003"]
        let cases: [(days: Double, told: [String])] = [(-1, ["REFUND_REVERSED"]), (1, [])]
        for (days, told) in cases {
            let refund: (inout PurchaseFact) -> Void = { $0.revocationDate = begin + days * 86_400 }
            let given = try bodies("refunded", more, refund, besides: [third])
            #expect(types(of: given) == [])
            let takenAgain = try bodies("refundReversed", more, refund, besides: [third])
            #expect(types(of: takenAgain) == told)
        }
    }
}
