import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("Facts from a clock that ran ahead")
struct DatingTests {
    private static let now = Sample.day(10)

    @Test("A refund stated now holds against a purchase stated in two years")
    func refund() {
        let ahead = Sample.period("1", from: 0, stated: 730)
        let refund = Sample.period("1", from: 0, stated: 5) { $0.revocationDate = Sample.day(4) }
        let facts = PurchaseFacts(purchases: [ahead, refund])
        #expect(facts.entitlements(at: Self.now).map(\.state) == [.active])
        #expect(facts.dated(notAfter: Self.now).entitlements(at: Self.now).map(\.state) == [.revoked])
    }

    @Test("A refund stated in two years is one, and a later statement that it was taken back holds against it")
    func refundAhead() {
        let bought = Sample.period("1", from: 0)
        let refund = Sample.period("1", from: 0, stated: 730) { $0.revocationDate = Sample.day(4) }
        let reversed = Sample.period("1", from: 0, stated: 9)
        let refunded = PurchaseFacts(purchases: [bought, refund])
        #expect(refunded.dated(notAfter: Self.now).entitlements(at: Self.now).map(\.state) == [.revoked])
        let again = PurchaseFacts(purchases: [bought, refund, reversed])
        #expect(again.entitlements(at: Self.now).map(\.state) == [.revoked])
        #expect(again.dated(notAfter: Self.now).entitlements(at: Self.now).map(\.state) == [.active])
    }

    @Test("Renewal information stated in two years counts until the App Store says something newer")
    func renewal() {
        let period = Sample.period("1", from: 0)
        let ahead = Sample.renewal(stated: 730) { $0.autoRenewStatus = .on }
        let newer = Sample.renewal(stated: 5) { $0.autoRenewStatus = .off }
        let alone = PurchaseFacts(purchases: [period], renewals: [ahead]).dated(notAfter: Self.now)
        #expect(alone.entitlements(at: Self.now).map(\.willAutoRenew) == [true])
        let both = PurchaseFacts(purchases: [period], renewals: [ahead, newer])
        #expect(both.entitlements(at: Self.now).map(\.willAutoRenew) == [true])
        #expect(both.dated(notAfter: Self.now).entitlements(at: Self.now).map(\.willAutoRenew) == [false])
    }

    @Test("An end stated in two years is one of the newest period")
    func end() {
        let ahead = Sample.renewal(stated: 730) {
            ($0.autoRenewStatus, $0.expirationIntent) = (.off, .customerCancelled)
        }
        let before = Sample.renewal(stated: 0) { $0.autoRenewStatus = .on }
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)], renewals: [before, ahead])
        #expect(facts.dated(notAfter: Self.now).entitlements(at: Self.now).map(\.willAutoRenew) == [false])
    }

    @Test("Facts with honest dates stay as they are")
    func honest() {
        let facts = PurchaseFacts(
            purchases: [Sample.period("1", from: 0), Sample.period("2", from: 9.5)],
            renewals: [Sample.renewal(stated: 10)]
        )
        #expect(facts.dated(notAfter: Self.now) == facts)
    }
}
