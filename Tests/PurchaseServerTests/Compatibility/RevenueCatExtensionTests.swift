import AppStoreModels
import Entitlements
import Foundation
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Extensions by RevenueCat's calls", .timeLimit(.minutes(15)))
struct RevenueCatExtensionTests {
    @Test("The same call once more, by who heard no answer, extends no second time; another one does")
    func once() async throws {
        var world = try LocalStoreWorld()
        world.configuration.answersRevenueCat = true
        let server = try world.server()
        let transaction = try await world.buy(SampleShop.bouquet, server)
        func end() async throws -> Date {
            try #require(await server.statement(of: "flora").entitlements.first?.expiresDate)
        }
        let before = try await end()
        try await Application(router: server.router).test(.router) { client in
            let path = "/compat/revenuecat/v1/subscribers/flora/subscriptions/\(transaction)/extend"
            for _ in 0..<3 {
                let answer = try await client.post(path, #"{"extend_by_days":7,"extend_reason_code":1}"#)
                #expect(answer.status == 200, "\(answer)")
            }
        }
        #expect(try await end().timeIntervalSince(before) == 7 * 86_400)
    }
}
