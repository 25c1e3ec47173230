import Foundation
import TestSupport
import Testing

/// Random things happen to customers, and after each of them the app on the device and the developer's server are asked
/// what the customer owns.
@Suite("Client, App Store and purchase server", .tags(.slow), .timeLimit(.minutes(30)))
struct EntitlementAgreementTests {
    private static let steps = 500
    /// Then another customer comes, so that receipts stay as short as those of most people.
    private static let stepsOfCustomer = 25

    @Test("Client and server fold the same entitlements after each of 500 random steps", arguments: [5] as [UInt64])
    func agreement(seed: UInt64) async throws {
        try await Market.withOpen { market in
            var random = SeededGenerator(seed: seed)
            var customer = try market.newCustomer(number: 0)
            var story: [CustomerStep] = []
            var seen: Set<String> = []
            for number in 1...Self.steps {
                if number % Self.stepsOfCustomer == 0 {
                    (customer, story) = (try market.newCustomer(number: number), [])
                }
                let step = CustomerStep.allCases.randomElement(using: &random) ?? .wait
                story.append(step)
                try await customer.take(step, using: &random)
                let told = try await customer.entitlements(of: market)
                seen.formUnion(told.server.map(\.state))
                try #require(
                    told.client == told.server,
                    "seed \(seed), step \(number): \(customer.name) after \(story.map(\.rawValue))"
                )
                // A receipt alone does not say that a higher level took the place of what is paid for until later.
                let upgraded = Set(told.server.filter { $0.state == "upgraded" }.map(\.productID))
                let active = Set(told.server.filter { $0.state == "active" }.map(\.productID))
                #expect(
                    told.offline.subtracting(upgraded) == active.subtracting(upgraded),
                    "seed \(seed), step \(number), offline: \(customer.name) after \(story.map(\.rawValue))"
                )
            }
            #expect(seen == ["active", "expired", "gracePeriod", "billingRetry", "revoked", "upgraded"])
        }
    }
}
