import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServer

@Suite("Questions that wait for their turn")
struct PollQueueTests {
    private static let start = Purchases.start
    private static let production = PollLane(.receipts, .production)
    private static let sandbox = PollLane(.receipts, .sandbox)

    private func receipt(_ id: Int64) -> DueQuestion {
        .receipt(
            LatestReceipt(
                id: id,
                receipt: Data([1]),
                environment: .production,
                bundleID: Purchases.bundleID,
                failedChecks: 0
            )
        )
    }

    @Test("Each lane has an order of its own, and what is taken anew keeps its turn")
    func order() {
        var queue = PollQueue()
        for id in [1, 2] as [Int64] { queue.add(receipt(id), to: Self.sandbox, at: Self.start, besides: [:]) }
        queue.add(receipt(3), to: Self.production, at: Self.start, besides: [:])
        queue.add(receipt(1), to: Self.sandbox, at: Self.start + 200, besides: [:])
        queue.add(receipt(4), to: Self.production, at: Self.start, besides: [.receipt(4): Self.production])
        #expect(queue.popFirst(Self.production)?.question.id == .receipt(3))
        #expect(queue.popFirst(Self.production) == nil)
        let first = queue.popFirst(Self.sandbox)
        #expect(first?.question.id == .receipt(1))
        #expect(first?.taken == Self.start + 200)
        #expect(queue.popFirst(Self.sandbox)?.taken == Self.start)
        #expect(queue.isEmpty(Self.sandbox))
    }

    @Test("After a look in vain a lane is left alone for a while, and only that lane")
    func looks() {
        var queue = PollQueue()
        #expect(queue.isWorthLooking(Self.sandbox, at: Self.start))
        queue.noteLook(Self.sandbox, at: Self.start)
        #expect(!queue.isWorthLooking(Self.sandbox, at: Self.start + 0.5))
        #expect(queue.isWorthLooking(Self.sandbox, at: Self.start + 1))
        #expect(queue.isWorthLooking(Self.sandbox, at: Self.start - 1))
        #expect(queue.isWorthLooking(Self.production, at: Self.start))
        queue.add(receipt(1), to: Self.sandbox, at: Self.start, besides: [:])
        queue.noteLook(Self.sandbox, at: Self.start)
        #expect(queue.isWorthLooking(Self.sandbox, at: Self.start))
        queue.noteLook(Self.production, at: Self.start)
        queue.forgetLooks()
        #expect(queue.isWorthLooking(Self.production, at: Self.start))
    }
}
