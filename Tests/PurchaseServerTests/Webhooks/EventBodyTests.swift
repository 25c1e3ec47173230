import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("The octets of an event")
struct EventBodyTests {
    private static let date = Purchases.start.addingTimeInterval(0.123_456)

    private static func event(_ facts: PurchaseFacts, customer: CustomerID?, product: String? = nil) -> EventBody {
        let chain = facts.chains.first
        var event = EventBody(identifier: "evt_1", type: .subscriptionRenewed, createdDate: date)
        event.chain = chain
        event.customer = customer
        event.previousProductID = product
        event.standing = PurchaseStanding(facts, at: date, rules: EntitlementRules())
        event.entitlements = facts.entitlements(at: date)
        return event
    }

    private static let facts: [PurchaseFacts] = {
        let plain = Purchases.fact("1")
        let foreign = Purchases.fact("2", product: "año \"quoted\" \\ \u{7F}")
        let bought = Purchases.fact("3", product: "vase", lasts: nil) {
            $0.inAppOwnershipType = .familyShared
            $0.quantity = 3
        }
        let refunded = Purchases.fact("4", lasts: nil) { $0.revocationDate = Purchases.start + 0.000_4 }
        var renewal = RenewalFact(
            originalTransactionID: "1",
            environment: .production,
            statedDate: Purchases.start
        )
        renewal.autoRenewStatus = .off
        renewal.autoRenewProductID = "yearly"
        return [
            PurchaseFacts(purchases: [plain]), PurchaseFacts(purchases: [foreign]), PurchaseFacts(purchases: [bought]),
            PurchaseFacts(purchases: [refunded]), PurchaseFacts(purchases: [plain], renewals: [renewal]),
            PurchaseFacts(purchases: [plain, foreign, bought, refunded], renewals: [renewal]), PurchaseFacts(),
        ]
    }()

    @Test("They are those of the object, whatever an event says", arguments: facts.indices)
    func octets(place: Int) throws {
        let facts = Self.facts[place]
        for customer in ["alice", "ålice\n", nil] as [CustomerID?] {
            for product in [nil, "monthly", "other"] {
                var event = Self.event(facts, customer: customer, product: product)
                #expect(event.octets == JSONValue.object(event.json).jsonData)
                // Of those to whom the sandbox entitles somebody, and of those to whom only it does.
                for counted in [SandboxRule.everybody.environments, SandboxRule.sandboxOnly.environments] {
                    event.countedEnvironments = counted
                    #expect(event.octets == JSONValue.object(event.json).jsonData)
                }
                event.entitlementCount = 1_000
                #expect(event.octets == JSONValue.object(event.json).jsonData)
                event.latestTransactionID = "2999"
                #expect(event.octets == JSONValue.object(event.json).jsonData)
                event.details = ["balance": 3]
                #expect(event.octets == JSONValue.object(event.json).jsonData)
            }
        }
    }
}
