import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("What a subscription gives")
struct SubscriptionTests {
    @Test("A paid period gives access until it ends")
    func activePeriod() throws {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        let entitlement = try #require(facts.entitlements(at: Sample.day(10)).first)
        #expect(entitlement.state == .active)
        #expect(entitlement.reason == .paidPeriod)
        #expect(entitlement.isEntitled)
        #expect(entitlement.expiresDate == Sample.day(30))
        #expect(entitlement.originalTransactionID == "1")
        #expect(entitlement.productType == .autoRenewableSubscription)
    }

    @Test("A free trial says that it is one")
    func freeTrial() {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0) { $0.isFreeTrial = true }])
        #expect(facts.entitlements(at: Sample.day(1)).map(\.reason) == [.freeTrial])
    }

    @Test("The end of the period is no longer in it")
    func boundary() {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        #expect(facts.entitlements(at: Sample.day(30)).map(\.state) == [.expired])
        #expect(facts.entitlements(at: Sample.day(30).addingTimeInterval(-0.001)).map(\.state) == [.active])
    }

    @Test("A renewal, even one charged ahead, moves the end")
    func renewal() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0), Sample.period("2", from: 30, stated: 29.5),
        ])
        #expect(facts.entitlements(at: Sample.day(29.9)).map(\.expiresDate) == [Sample.day(30)])
        #expect(facts.entitlements(at: Sample.day(31)).map(\.expiresDate) == [Sample.day(60)])
        #expect(facts.entitlements(at: Sample.day(31)).map(\.transactionID) == ["2"])
    }

    @Test(
        "After the end the newest renewal information says why",
        arguments: [
            (ExpirationIntent.customerCancelled, EntitlementReason.customerCancelled),
            (.billingError, .billingError),
            (.priceIncreaseDeclined, .priceIncreaseDeclined),
            (.productUnavailable, .productUnavailable),
            (.other, .periodEnded),
            (ExpirationIntent(rawValue: 99), .periodEnded),
        ]
    )
    func expirationReason(intent: ExpirationIntent, reason: EntitlementReason) throws {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0)],
            renewals: [Sample.renewal(stated: 31) { $0.expirationIntent = intent }]
        )
        let entitlement = try #require(facts.entitlements(at: Sample.day(31)).first)
        #expect(entitlement.state == .expired)
        #expect(entitlement.reason == reason)
        #expect(entitlement.expiresDate == Sample.day(30))
    }

    @Test("Without renewal information an ended period just ended")
    func periodEnded() {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        #expect(facts.entitlements(at: Sample.day(31)).map(\.reason) == [.periodEnded])
    }

    @Test("A grace period keeps access until its own end, then billing retry takes it")
    func gracePeriod() throws {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0)],
            renewals: [
                Sample.renewal(stated: 30.1) {
                    $0.isInBillingRetryPeriod = true
                    $0.gracePeriodExpiresDate = Sample.day(46)
                }
            ]
        )
        let grace = try #require(facts.entitlements(at: Sample.day(40)).first)
        #expect(grace.state == .gracePeriod)
        #expect(grace.isEntitled)
        #expect(grace.expiresDate == Sample.day(46))
        #expect(facts.entitlements(at: Sample.day(47)).map(\.state) == [.billingRetry])
    }

    @Test("Billing retry gives no access and ends after 60 days")
    func billingRetry() {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0)],
            renewals: [Sample.renewal(stated: 30.1) { $0.isInBillingRetryPeriod = true }]
        )
        let retry = facts.entitlements(at: Sample.day(89))
        #expect(retry.map(\.state) == [.billingRetry])
        #expect(retry.map(\.isEntitled) == [false])
        #expect(facts.entitlements(at: Sample.day(91)).map(\.state) == [.expired])
    }

    @Test("What was said about an earlier failure does not count for a later period")
    func staleRenewalInformation() {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0), Sample.period("2", from: 35)],
            renewals: [Sample.renewal(stated: 31) { $0.isInBillingRetryPeriod = true }]
        )
        #expect(facts.entitlements(at: Sample.day(66)).map(\.state) == [.expired])
    }

    @Test("A refund takes access from its date on")
    func refund() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0),
            Sample.period("1", from: 0, stated: 10) {
                $0.revocationDate = Sample.day(10)
                $0.revocationReason = .issueInApp
            },
        ])
        #expect(facts.entitlements(at: Sample.day(9)).map(\.state) == [.active])
        let refunded = try #require(facts.entitlements(at: Sample.day(11)).first)
        #expect(refunded.state == .revoked)
        #expect(refunded.reason == .refundedForIssueInApp)
        #expect(refunded.revocationDate == Sample.day(10))
        #expect(!refunded.isEntitled)
    }

    @Test("A grace period does not bring back what was refunded")
    func refundBeatsGrace() {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0) { $0.revocationDate = Sample.day(10) }],
            renewals: [Sample.renewal(stated: 31) { $0.gracePeriodExpiresDate = Sample.day(40) }]
        )
        #expect(facts.entitlements(at: Sample.day(32)).map(\.state) == [.revoked])
    }

    @Test("A reversed refund gives access back; a stale refund that arrives late does not take it again")
    func refundReversed() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, stated: 12),
            Sample.period("1", from: 0, stated: 10) { $0.revocationDate = Sample.day(10) },
        ])
        #expect(facts.entitlements(at: Sample.day(13)).map(\.state) == [.active])
    }

    @Test("Of two statements with the same date the refund holds")
    func sameDate() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, stated: 10),
            Sample.period("1", from: 0, stated: 10) { $0.revocationDate = Sample.day(10) },
        ])
        #expect(facts.entitlements(at: Sample.day(11)).map(\.state) == [.revoked])
    }

    @Test("Of two ends with the same date the earlier one holds, and any end rather than none")
    func sameDateEnds() {
        let ends = [Sample.day(30), Sample.day(5), nil]
        for left in ends {
            for right in ends where left != right {
                let facts = PurchaseFacts(purchases: [
                    Sample.period("1", from: 0, stated: 10) { $0.expiresDate = left },
                    Sample.period("1", from: 0, stated: 10) { $0.expiresDate = right },
                ])
                let earlier = min(left ?? .distantFuture, right ?? .distantFuture)
                #expect(facts.entitlements(at: Sample.day(1)).map(\.expiresDate) == [earlier])
            }
        }
    }

    @Test("At the moment of a purchase nothing has ended: what says so with that date was said before")
    func sameDateEndAndPurchase() {
        let ends: [(inout RenewalFact) -> Void] = [
            { ($0.autoRenewStatus, $0.expirationIntent) = (.off, .customerCancelled) },
            { ($0.autoRenewStatus, $0.isInBillingRetryPeriod) = (.off, true) },
            { ($0.autoRenewStatus, $0.gracePeriodExpiresDate) = (.off, Sample.day(46)) },
        ]
        for end in ends {
            let facts = PurchaseFacts(
                purchases: [Sample.period("1", from: 0), Sample.period("2", from: 40)],
                renewals: [Sample.renewal(stated: 40, end), Sample.renewal(stated: 40) { $0.autoRenewStatus = .on }]
            )
            #expect(facts.entitlements(at: Sample.day(41)).map(\.willAutoRenew) == [true])
            // Said at any other time it is what holds.
            var later = facts
            later.insert(Sample.renewal(stated: 41, end))
            #expect(later.entitlements(at: Sample.day(42)).map(\.willAutoRenew) == [false])
        }
    }

    @Test("Leaving a family ends the access that came with it")
    func familySharing() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0) {
                $0.inAppOwnershipType = .familyShared
                $0.revocationDate = Sample.day(3)
            }
        ])
        #expect(facts.entitlements(at: Sample.day(4)).map(\.reason) == [.familySharingEnded])
    }

    @Test("An upgrade replaces the lower level at once")
    func upgrade() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, product: "basic") { $0.isUpgraded = true },
            Sample.period("2", from: 5, product: "premium"),
        ])
        let entitlements = facts.entitlements(at: Sample.day(6))
        #expect(entitlements.map(\.productID) == ["basic", "premium"])
        #expect(entitlements.map(\.state) == [.upgraded, .active])
        #expect(entitlements.best()?.productID == "premium")
    }

    @Test("Being upgraded survives a newer statement that does not mention it")
    func upgradeIsSticky() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, product: "basic", stated: 6) { $0.isUpgraded = true },
            Sample.period("1", from: 0, product: "basic", stated: 8) { $0.revocationDate = Sample.day(5) },
        ])
        #expect(facts.entitlements(at: Sample.day(9)).map(\.state) == [.upgraded])
    }

    @Test("A downgrade takes effect at the next period")
    func downgrade() {
        let facts = PurchaseFacts(
            purchases: [
                Sample.period("1", from: 0, product: "premium"), Sample.period("2", from: 30, product: "basic"),
            ],
            renewals: [Sample.renewal(stated: 30) { $0.autoRenewStatus = .on }]
        )
        #expect(facts.entitlements(at: Sample.day(20)).map(\.productID) == ["premium"])
        let after = facts.entitlements(at: Sample.day(31))
        #expect(after.map(\.productID) == ["basic", "premium"])
        #expect(after.map(\.state) == [.active, .expired])
        #expect(after.map(\.reason) == [.paidPeriod, .productChanged])
        #expect(after.map(\.willAutoRenew) == [true, nil])
    }

    @Test("The same identifiers in the sandbox are another purchase")
    func environments() {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0), Sample.period("1", from: 0) { $0.environment = .sandbox },
        ])
        #expect(facts.entitlements(at: Sample.day(1)).map(\.environment) == [.production, .sandbox])
    }

    @Test("A clock that is a little behind does not hide a fresh purchase")
    func clockTolerance() {
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)])
        #expect(facts.entitlements(at: Sample.day(0).addingTimeInterval(-200)).map(\.state) == [.active])
    }
}
