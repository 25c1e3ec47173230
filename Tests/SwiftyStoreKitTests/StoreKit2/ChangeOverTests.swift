import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// An app changes from one interface of Apple to the other, or back, with something pending: nothing is lost, and nothing
/// is delivered twice.
@Suite("From StoreKit 1 to 2, and back, with purchases pending", .timeLimit(.minutes(5)))
struct ChangeOverTests {
    /// What a launch leaves behind.
    enum Pending: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case boughtAndNobodyThere = "bought, and the app was killed before anybody delivered"
        case inDelivery = "bought, and the app was killed in the middle of the delivery"
        case deliveryFailed = "bought, and the delivery failed"
        case finishLost = "delivered, and the store did not hear that it was finished"
        case finished = "delivered and finished"
        case approvedWhileClosed = "waiting for approval, which came while the app was closed"
        case approvedLater = "waiting for approval, which came in the next launch"
        case declined = "waiting for approval, which was refused"
        case interrupted = "interrupted, and put right in the next launch"
        case chargedThenError = "charged, and the app saw an error"
        case cancelledAfterSuccess = "charged, and the app was told that the customer had cancelled"
        case renewedWhileClosed = "renewed while the app was closed"
        case boughtElsewhere = "bought on another device"
        case restored = "restored, and the delivery failed"
        case restoredAndDelivered = "restored and delivered"
        case refundedWhilePending = "bought, and refunded before anybody delivered"
        case refundedAfterFailure = "bought, the delivery failed, and it was refunded"
        case approvedAndRefunded = "waiting for approval, which came, and so did a refund, while the app was closed"

        var testDescription: String { rawValue }
    }

    /// From which interface to which.
    enum Change: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case forward = "1 to 2"
        case back = "2 to 1"
        case stay1 = "1 to 1"
        case stay2 = "2 to 2"

        var testDescription: String { rawValue }
        var before: StoreKitChoice { self == .forward || self == .stay1 ? .storeKit1 : .storeKit2 }
        var after: StoreKitChoice { self == .back || self == .stay1 ? .storeKit1 : .storeKit2 }
    }

    @Test("Every state", arguments: Pending.allCases, Change.allCases)
    func everyState(pending: Pending, change: Change) async throws {
        let app = try EitherApp()
        let store = app.store
        let expected = try await Self.begin(pending, in: app, on: change.before)
        try Self.whileClosed(pending, store)

        let second = try app.launch(change.after)
        second.deliver()
        await second.settle()
        try Self.later(pending, store)
        second.device.enterForeground()
        await eventually {
            app.unfinished.isEmpty && app.delivered.count >= expected.count && second.client.isDelivered
        }
        await second.settle()
        #expect(app.delivered.sorted() == expected.sorted())
        second.kill()

        // Whichever interface comes next has nothing left to do.
        for storeKit in [StoreKitChoice.storeKit1, .storeKit2] {
            let next = try app.launch(storeKit)
            next.deliver()
            await next.settle()
            if storeKit == .storeKit1 { await eventually { app.queued.isEmpty } }
            #expect(next.calls.withLock { $0 } == 0, "\(storeKit) delivers once more")
            next.kill()
        }
        #expect(app.delivered.sorted() == expected.sorted())
        #expect(app.queued.isEmpty)
    }

    /// The first launch.
    ///
    /// - Returns: What all launches together have to deliver.
    private static func begin(_ pending: Pending, in app: EitherApp, on storeKit: StoreKitChoice) async throws
        -> [String]
    {
        // The customer bought it long ago: what is bought while an app listens is news to it.
        if [.restored, .restoredAndDelivered].contains(pending) { try app.own(SampleShop.greenhouse) }
        let launch = try app.launch(storeKit)
        await launch.settle()
        defer { launch.kill() }
        switch pending {
        case .boughtAndNobodyThere:
            await launch.buy(SampleShop.seeds, atomically: false)
            return [SampleShop.seeds]
        case .inDelivery, .deliveryFailed:
            launch.deliver(pending == .inDelivery ? .dies : .fails)
            await launch.buy(SampleShop.greenhouse)
            await eventually { launch.calls.withLock { $0 } > 0 }
            return [SampleShop.greenhouse]
        case .finished, .finishLost:
            if pending == .finishLost { try app.store.setFault(StoreFault(.finishLost)) }
            launch.deliver()
            await launch.buy(SampleShop.seeds)
            await eventually { launch.finished.withLock { $0 } == 1 }
            try app.store.clearFaults()
            #expect(app.unfinished == (pending == .finished ? [] : [SampleShop.seeds]))
            return [SampleShop.seeds]
        case .refundedWhilePending:
            await launch.buy(SampleShop.greenhouse, atomically: false)
            return []
        case .refundedAfterFailure:
            launch.deliver(.fails)
            await launch.buy(SampleShop.greenhouse)
            await eventually { launch.calls.withLock { $0 } > 0 }
            return []
        case .approvedWhileClosed, .approvedLater, .declined, .approvedAndRefunded:
            launch.deliver()
            let result = await launch.buy(SampleShop.greenhouse, asksToBuy: true)
            guard case .deferred = result else {
                Issue.record("not deferred: \(result)")
                return []
            }
            if pending == .approvedAndRefunded { return [] }
            return pending == .declined ? [SampleShop.season] : [SampleShop.greenhouse]
        case .interrupted:
            launch.deliver()
            try app.store.updateSettings { $0.interruptedPurchasesEnabled = true }
            await launch.buy(SampleShop.greenhouse)
            try app.store.updateSettings { $0.interruptedPurchasesEnabled = false }
            return [SampleShop.greenhouse]
        case .chargedThenError, .cancelledAfterSuccess:
            let kind: StoreFault.Kind = pending == .chargedThenError ? .chargeThenError : .cancelledAfterSuccess
            try app.store.setFault(StoreFault(kind, times: 1))
            await launch.buy(SampleShop.seeds, atomically: false)
            return [SampleShop.seeds]
        case .renewedWhileClosed:
            launch.deliver()
            await launch.buy(SampleShop.bouquet)
            await eventually { launch.finished.withLock { $0 } == 1 }
            return [SampleShop.bouquet, SampleShop.bouquet]
        case .boughtElsewhere: return [SampleShop.seeds]
        case .restored, .restoredAndDelivered:
            launch.deliver(pending == .restored ? .fails : .delivers)
            let results = await launch.client.restorePurchases()
            #expect(results.restoredPurchases.map(\.productId) == [SampleShop.greenhouse])
            await eventually { launch.calls.withLock { $0 } > 0 }
            if pending == .restoredAndDelivered { await eventually { launch.finished.withLock { $0 } == 1 } }
            await launch.settle()
            return [SampleShop.greenhouse]
        }
    }

    private static func whileClosed(_ pending: Pending, _ store: LocalAppStore) throws {
        switch pending {
        case .approvedWhileClosed: _ = try store.approve(attempt: attempt(store))
        case .approvedAndRefunded:
            _ = try store.approve(attempt: attempt(store))
            try refund(store)
        case .refundedWhilePending, .refundedAfterFailure: try refund(store)
        case .renewedWhileClosed: try store.advance(days: 40)
        case .boughtElsewhere: _ = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        default: return
        }
    }

    private static func later(_ pending: Pending, _ store: LocalAppStore) throws {
        switch pending {
        case .approvedLater: _ = try store.approve(attempt: attempt(store))
        case .interrupted: _ = try store.resolveInterruption(attempt: attempt(store))
        case .declined:
            try store.decline(attempt: attempt(store))
            _ = try store.buy(productID: SampleShop.season, account: SampleShop.customer)
        default: return
        }
    }

    private static func refund(_ store: LocalAppStore) throws {
        let bought = try #require(store.transactions(account: SampleShop.customer).last)
        try store.refund(transactionID: bought.transactionID)
    }

    private static func attempt(_ store: LocalAppStore) throws -> String { try #require(store.attempts.last).id }
}
