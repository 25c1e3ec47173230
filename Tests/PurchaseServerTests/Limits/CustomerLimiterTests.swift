import AppStoreServerClient
import Foundation
import Locking
import Testing

@testable import PurchaseServer

@Suite("How often one customer may ask")
struct CustomerLimiterTests {
    private let uptime = Locked(0.0)

    private func limiter(count: Int) -> CustomerLimiter {
        CustomerLimiter(
            limit: RateLimit(perSecond: 0.1, burst: 1),
            uptime: { [uptime] in uptime.withLock { $0 } },
            maximumCount: count
        )
    }

    private func isRefused(_ customer: String, _ limiter: CustomerLimiter) -> Bool {
        do throws(APIError) {
            try limiter.count(CustomerID(trusted: customer))
            return false
        } catch { return error.code == "too-many-requests" }
    }

    @Test("Where there is no room for another one the oldest are forgotten, and the limits of all others stay")
    func full() {
        let limiter = limiter(count: 100)
        for number in 0..<100 { #expect(!isRefused("\(number)", limiter)) }
        #expect(!isRefused("new", limiter))
        #expect(limiter.known.count == 100)
        #expect(isRefused("new", limiter))
        // One had to go, and whoever is known is limited as before.
        let kept = limiter.known.subtracting(["new"])
        #expect(kept.count == 99)
        #expect(kept.allSatisfy { isRefused($0, limiter) })
    }

    @Test("Somebody who is known makes nobody forgotten")
    func known() {
        let limiter = limiter(count: 3)
        for name in ["a", "b", "c"] { _ = isRefused(name, limiter) }
        for _ in 0..<10 { #expect(isRefused("b", limiter)) }
        #expect(limiter.known.count == 3)
        #expect(["a", "b", "c"].allSatisfy { isRefused($0, limiter) })
    }

    @Test("Those whose limit is of no more use are forgotten as others come")
    func done() {
        let limiter = limiter(count: 1_000)
        for number in 0..<400 { _ = isRefused("old \(number)", limiter) }
        uptime.withLock { $0 = 1_000 }
        for number in 0..<200 { _ = isRefused("new \(number)", limiter) }
        #expect(limiter.known.count == 200)
    }
}
