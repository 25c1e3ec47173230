import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling webhooks of refunds, in whatever order they are given and taken back", .timeLimit(.minutes(15)))
struct RefundOrderTests {
    /// The first and the second of two periods that overlap, because the second was bought after the first was refunded.
    private static func period(_ number: Int, isRefunded: Bool, on day: Double) throws -> String {
        let begin = TestAuthority.signingDate + Double(number) * 11 * 86_400
        let signed = TestAuthority.signingDate + day * 86_400
        return try SignedSample.transaction(number, signed: signed) { payload in
            (payload.purchaseDate, payload.expiresDate) = (begin, begin + 30 * 86_400)
            guard isRefunded else { return }
            (payload.revocationDate, payload.revocationReason) = (signed, .other)
        }
    }

    /// What is stated of a period, and what is told then: an event, and of which period.
    private struct Step {
        let day: Double
        let period: Int
        var isRefunded = false
        let told: [String]
        /// Whether the person has access afterwards.
        var isEntitled = true
    }

    private static let steps = [
        Step(day: 0, period: 0, told: ["subscriptionStarted 2001"]),
        Step(day: 10, period: 0, isRefunded: true, told: ["refunded 2001"], isEntitled: false),
        Step(day: 11, period: 1, told: ["subscriptionResumed 2002"]),
        Step(day: 12, period: 0, told: ["refundReversed 2001"]),
        Step(day: 13, period: 1, isRefunded: true, told: ["refunded 2002"]),
        Step(day: 14, period: 1, told: ["refundReversed 2002"]),
        Step(day: 15, period: 1, isRefunded: true, told: ["refunded 2002"]),
        Step(day: 16, period: 0, isRefunded: true, told: ["refunded 2001"], isEntitled: false),
        Step(day: 17, period: 0, told: ["refundReversed 2001"]),
        Step(day: 18, period: 1, told: ["refundReversed 2002"]),
    ]

    @Test("Each is told once, of the period whose money it is, and no period begins anew by it")
    func order() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { client, server async throws in
            #expect(try await client.post("/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#).status == 201)
            var day = 0.0
            for step in Self.steps {
                world.advance(days: step.day - day)
                day = step.day
                let transaction = try Self.period(step.period, isRefunded: step.isRefunded, on: day)
                let body = #"{"signedTransactions":["\#(transaction)"]}"#
                #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
                try await server.sendWebhooksDue()
                let told = receivers.take().map { "\($0.type) \($0.json[string: "transactionId"] ?? "")" }
                #expect(told == step.told, "day \(step.day)")
                let state = try await client.get("/v1/customers/flora").entitlement("monthly")?[string: "state"]
                #expect((state == "active") == step.isEntitled, "day \(step.day)")
            }
        }
    }
}
