import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("What changing a subscription does", .timeLimit(.minutes(15)))
struct PlanChangeTests {
    private static let end = Date(timeIntervalSince1970: 1_800_000_000)
    private static let month = PeriodLength(count: 1, unit: .month)
    private static let year = PeriodLength(count: 1, unit: .year)

    private static func plan(_ id: String, _ level: Int?, _ length: PeriodLength? = month) -> PlanPosition {
        PlanPosition(productID: id, level: level, length: length)
    }

    @Test(
        "Up at once, down at the end, sideways by the length",
        arguments: [
            (plan("low", 2), plan("high", 1), PlanChange.Direction.upgrade, PlanChange.Effect.atOnce),
            (plan("low", 2), plan("high", 1, year), .upgrade, .atOnce),
            (plan("high", 1), plan("low", 2), .downgrade, .on(end)),
            (plan("one", 1), plan("two", 1), .crossgrade, .atOnce),
            (plan("one", 1), plan("two", 1, year), .crossgrade, .on(end)),
            (plan("one", nil), plan("two", 1), .unknown, .unknown),
            (plan("one", 1), plan("two", nil), .unknown, .unknown),
        ]
    )
    func rules(from: PlanPosition, to: PlanPosition, direction: PlanChange.Direction, effect: PlanChange.Effect) {
        let change = PlanChange(from: from, to: to, renewalDate: Self.end)
        #expect(change.direction == direction)
        #expect(change.takesEffect == effect)
        #expect(change.replaces == from.productID)
        #expect(change.productID == to.productID)
    }

    @Test func `Nothing is replaced where there is nothing, or the same`() {
        let start = PlanChange(from: nil, to: Self.plan("one", 1), renewalDate: nil)
        #expect(start == PlanChange(direction: .start, productID: "one", replaces: nil, takesEffect: .atOnce))
        let same = PlanChange(from: Self.plan("one", 1), to: Self.plan("one", 1), renewalDate: Self.end)
        #expect(same.direction == .same)
        #expect(same.replaces == nil)
        let unknown = PlanChange(from: Self.plan("high", 1), to: Self.plan("low", 2), renewalDate: nil)
        #expect(unknown.takesEffect == .unknown)
    }

    @Test func `In words`() {
        let change = PlanChange(from: Self.plan("high", 1), to: Self.plan("low", 2), renewalDate: Self.end)
        #expect(change.explanation == "downgrade to low, replacing high, on 2027-01-15T08:00:00Z")
    }

    @Test func `A customer goes down and up again, as the store does it`() async throws {
        let bench = try ModernBench()
        let posy = try await bench.product(SampleShop.posy)
        let bouquet = try await bench.product(SampleShop.bouquet)
        #expect(try await bench.app { try await bouquet.planChange() }?.direction == .start)
        #expect(try await bench.app { try await (try await bench.product(SampleShop.seeds)).planChange() } == nil)
        let bought = try bench.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        let down = try #require(try await bench.app { try await posy.planChange(among: [bouquet]) })
        #expect(down.direction == .downgrade)
        #expect(down.replaces == SampleShop.bouquet)
        #expect(down.takesEffect == .on(try #require(bought.expiresDate)))
        // Without the products of the group they are loaded.
        #expect(try await bench.app { try await posy.planChange() } == down)
        #expect(try await bench.app { try await bouquet.planChange() }?.direction == .same)
        let status = { try #require(try await bench.app { try await posy.subscription?.status.first }) }
        #expect(try await status().pendingChange(among: [posy, bouquet]) == nil)
        _ = try await bench.app { try await posy.purchase() }
        let pending = try #require(try await status().pendingChange(among: [posy, bouquet]))
        #expect(pending == down)
        #expect(try await status().pendingChange()?.direction == .unknown)
        #expect(try await status().pendingChange()?.takesEffect == down.takesEffect)
        try bench.store.advance(days: 40)
        #expect(try await status().transaction.payloadValue.productID == SampleShop.posy)
        let up = try #require(try await bench.app { try await bouquet.planChange(among: [posy]) })
        #expect(up.direction == .upgrade)
        #expect(up.takesEffect == .atOnce)
        #expect(up.replaces == SampleShop.posy)
    }
}
