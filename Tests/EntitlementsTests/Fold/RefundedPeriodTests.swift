import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("A subscription that was bought again after a refund")
struct RefundedPeriodTests {
    /// A month that was refunded on its fourteenth day, and a week that was bought three days later: it ends before the month would
    /// have ended.
    private static let shorter: [PurchaseFact] = [
        Sample.period("1", from: 0, product: "month", stated: 14) { $0.revocationDate = Sample.day(14) },
        Sample.period("2", from: 17, product: "week") { $0.expiresDate = Sample.day(24) },
    ]

    private static func entitlement(
        to product: String,
        _ renewals: [RenewalFact],
        on day: Double
    ) throws -> Entitlement {
        let facts = PurchaseFacts(purchases: shorter, renewals: renewals)
        return try #require(facts.entitlements(at: Sample.day(day)).first { $0.productID == product })
    }

    private static let unpaid = Sample.renewal(stated: 24) {
        $0.autoRenewStatus = .on
        $0.expirationIntent = .billingError
        $0.isInBillingRetryPeriod = true
        $0.gracePeriodExpiresDate = Sample.day(40)
    }

    @Test(
        "Its grace period gives access, also after the day on which the refunded period would have ended",
        arguments: [25.0, 29.0, 35.0]
    )
    func grace(day: Double) throws {
        let week = try Self.entitlement(to: "week", [Self.unpaid], on: day)
        #expect(week.state == .gracePeriod)
        #expect(week.isEntitled)
        #expect(week.accessEndDate == Sample.day(40))
        #expect(week.willAutoRenew == true)
        let month = try Self.entitlement(to: "month", [Self.unpaid], on: day)
        #expect(month.state == .revoked)
        #expect(month.willAutoRenew == nil)
    }

    @Test("After the grace period its payment is tried again")
    func retry() throws {
        let week = try Self.entitlement(to: "week", [Self.unpaid], on: 41)
        #expect(week.state == .billingRetry)
        #expect(week.reason == .billingError)
    }

    @Test("What is said of its renewal is about it", arguments: [18.0, 25.0])
    func cancelled(day: Double) throws {
        let off = Sample.renewal(stated: 18) {
            $0.autoRenewStatus = .off
            if day > 24 { $0.expirationIntent = .customerCancelled }
        }
        let week = try Self.entitlement(to: "week", [off], on: day)
        #expect(week.willAutoRenew == false)
        #expect(week.state == (day < 24 ? .active : .expired))
        #expect(week.reason == (day < 24 ? .paidPeriod : .customerCancelled))
    }

    @Test("Of one product the period that was bought last counts, though the refunded one had been extended beyond it")
    func extended() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, stated: 10) {
                $0.expiresDate = Sample.day(90)
                $0.revocationDate = Sample.day(10)
            },
            Sample.period("2", from: 12),
        ])
        #expect(facts.entitlements(at: Sample.day(20)).map(\.state) == [.active])
        let after = try #require(facts.entitlements(at: Sample.day(50)).first)
        #expect(after.state == .expired)
        #expect(after.transactionID == "2")
        #expect(after.expiresDate == Sample.day(42))
    }

    @Test("A refund that is the last of all still says so")
    func last() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0),
            Sample.period("2", from: 30, stated: 35) { $0.revocationDate = Sample.day(35) },
        ])
        let refunded = try #require(facts.entitlements(at: Sample.day(36)).first)
        #expect(refunded.state == .revoked)
        #expect(refunded.transactionID == "2")
    }
}
