import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What is in the export of a person", .timeLimit(.minutes(15)))
struct ExportMemberTests {
    private static let start = Purchases.start

    /// A purchase of which everything was stated that can be.
    private static func purchase() -> PurchaseFact {
        Purchases.fact("1") {
            $0.productType = .autoRenewableSubscription
            $0.originalPurchaseDate = start
            $0.quantity = 1
            $0.revocationDate = start + 50
            $0.revocationReason = .issueInApp
            $0.revocationType = .refundProrated
            $0.revocationPercentage = 40_000
            $0.isUpgraded = false
            $0.isFreeTrial = false
            $0.offerType = .promotional
            $0.offerIdentifier = "spring"
            $0.offerDiscountType = .payAsYouGo
            $0.offerPeriod = "P1M"
            $0.price = Decimal(string: "4.99")
            $0.currency = "USD"
            $0.storefront = "USA"
            $0.transactionReason = .purchase
            $0.inAppOwnershipType = .purchased
            $0.subscriptionGroupID = "group"
            $0.webOrderLineItemID = "77"
            $0.appAccountToken = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF")
        }
    }

    /// The same of a renewal.
    private static func renewal() -> RenewalFact {
        var fact = RenewalFact(originalTransactionID: "1", environment: .production, statedDate: start)
        fact.productID = "monthly"
        fact.autoRenewStatus = .on
        fact.autoRenewProductID = "yearly"
        fact.expirationIntent = .billingError
        fact.isInBillingRetryPeriod = true
        fact.gracePeriodExpiresDate = start + 60
        fact.priceIncreaseStatus = .accepted
        fact.renewalDate = start + 70
        fact.renewalPrice = Decimal(string: "5.005")
        fact.currency = "USD"
        fact.offerType = .winBack
        fact.offerIdentifier = "return"
        fact.offerDiscountType = .payUpFront
        fact.eligibleWinBackOfferIDs = ["return", "stay"]
        return fact
    }

    /// How many members a fact has, stated or not.
    private static func memberCount(of fact: Any) -> Int {
        var mirror = Mirror(reflecting: fact)
        // Copies of a purchase share one thing that has all members.
        while mirror.children.count == 1, let only = mirror.children.first { mirror = Mirror(reflecting: only.value) }
        return mirror.children.count
    }

    /// How many members of a fact were stated.
    private static func count(_ fact: some Encodable) throws -> Int? {
        try JSONValue(parsing: JSONEncoder().encode(fact)).object?.count
    }

    /// Alice has the purchase, and wants the money back.
    private static func fill(_ storage: PurchaseDatabase) async throws {
        try await storage.upload([purchase()], by: "alice")
        var notification = Purchases.notification("asked", [purchase()], at: start + 60)
        notification.type = NotificationType.consumptionRequest.rawValue
        notification.facts.insert(renewal())
        notification.refundReason = "OTHER"
        #expect(try await storage.save(notification) { _ in nil })
        let asked = try #require(try await storage.refundRequest("asked"))
        let answer = ConsumptionAnswer(version: .two, body: ["refundPreference": "DECLINE"])
        try await storage.keep(answer, to: asked.request)
    }

    @Test("Of a purchase and a renewal it has every member")
    func stated() async throws {
        try await World().test { client, server async throws in
            try await Self.fill(server.storage)
            let export = try await client.get("/v1/customers/alice/export").json
            let purchases = try #require(export[array: "transactions"]).compactMap(\.object)
            #expect(purchases.count == 1)
            let purchase = try #require(purchases.first)
            #expect(try purchase.count == Self.count(Self.purchase()))
            #expect(purchase.count == Self.memberCount(of: Self.purchase()))
            #expect(purchase[integer: "price"] == 4_990)
            #expect(purchase[string: "currency"] == "USD")
            #expect(purchase[string: "storefront"] == "USA")
            #expect(purchase[integer: "offerType"] == 2)
            #expect(purchase[string: "offerIdentifier"] == "spring")
            #expect(purchase[string: "offerDiscountType"] == "PAY_AS_YOU_GO")
            #expect(purchase[string: "offerPeriod"] == "P1M")
            #expect(purchase[string: "revocationType"] == "REFUND_PRORATED")
            #expect(purchase[integer: "revocationPercentage"] == 40_000)
            #expect(purchase[string: "transactionReason"] == "PURCHASE")
            let renewal = try #require(export[array: "renewals"]?.first?.object)
            #expect(try renewal.count == Self.count(Self.renewal()))
            #expect(renewal.count == Self.memberCount(of: Self.renewal()))
            #expect(renewal[integer: "priceIncreaseStatus"] == 1)
            #expect(renewal[milliseconds: "renewalDate"] == Self.start + 70)
            #expect(renewal[integer: "renewalPrice"] == 5_005)
            #expect(renewal[string: "currency"] == "USD")
            #expect(renewal[integer: "offerType"] == 4)
            #expect(renewal[string: "offerIdentifier"] == "return")
            #expect(renewal[string: "offerDiscountType"] == "PAY_UP_FRONT")
            #expect(renewal["eligibleWinBackOfferIds"] == ["return", "stay"])
        }
    }

    @Test("It has what was told of the person, under any name, and of refunds what Apple was told")
    func told() async throws {
        let world = try World()
        try await world.test { client, server async throws in
            let storage = server.storage
            try await Self.fill(storage)
            try await storage.upload([Purchases.fact("2")], by: "anonymous:a")
            try await storage.upload([Purchases.fact("3")], by: "bob")
            let note = AuditNote(date: Self.start + 80, actor: "app")
            #expect(try await storage.merge("anonymous:a", into: "alice", note) == .merged)
            _ = try await storage.meet("alice", on: "iOS", at: world.now)
            let export = try await client.get("/v1/customers/alice/export").json
            let feed = try await client.get("/v1/events?customer=alice").json
            let events = try #require(export[array: "events"]).compactMap(\.object)
            #expect(events.count == feed[array: "events"]?.count)
            #expect(Set(events.compactMap { $0[string: "customer"] }) == ["alice", "anonymous:a"])
            #expect(Set(events.compactMap { $0[string: "id"] }).count == events.count)
            #expect(events.contains { $0[string: "type"] == "customersMerged" })
            let requests = try #require(export[array: "refundRequests"]).compactMap(\.object)
            #expect(requests.map { $0[string: "reason"] } == ["OTHER"])
            let answer = requests.first?[object: "answer"]?[object: "body"]
            #expect(answer?[string: "refundPreference"] == "DECLINE")
            #expect(export[string: "platform"] == "iOS")
            #expect(try WireArticle().strangers(in: export) == [])
            // Of somebody to whom nothing of it happened it says so.
            let bobs = try await client.get("/v1/customers/bob/export").json
            #expect(bobs["refundRequests"] == [])
            #expect(bobs[array: "events"]?.isEmpty == false)
            #expect(bobs["platform"] == nil)
        }
    }

    @Test("Every storage finds events and platforms of all names", arguments: StorageKind.allCases)
    func everyStorage(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            try await Self.fill(storage)
            _ = try await storage.meet("anonymous:a", on: "macOS", at: Self.start)
            _ = try await storage.merge("anonymous:a", into: "alice", AuditNote(date: Self.start + 80, actor: "app"))
            for (number, name) in ["alice", "anonymous:a", "bob"].enumerated() {
                try await storage.write { database in
                    try database.execute(
                        sql: """
                            INSERT INTO purchase_event (identifier, type, customer, created_ms, body)
                            VALUES (?, 'levelGranted', ?, ?, ?)
                            """,
                        arguments: ["evt\(number)", name, 10 - number, Data(#"{"id":"evt\#(number)"}"#.utf8)]
                    )
                }
            }
            let places = try await storage.exportedPlaces(.events, of: "anonymous:a")
            let items = try await storage.exportedItems(.events, at: places)
            #expect(items == [.event(["id": "evt1"]), .event(["id": "evt0"])])
            let export = try #require(try await storage.export(of: "anonymous:a"))
            #expect(export.platform == "macOS")
            #expect(export.refundRequests.map(\.request.notification) == ["asked"])
        }
    }
}
