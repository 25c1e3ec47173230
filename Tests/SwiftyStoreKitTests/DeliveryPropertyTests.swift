import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// Random things happen in the store while the app is killed at random moments and launched again, a thousand times.
///
/// Whatever happens, every purchase is delivered at least once, finished exactly once, and none is left.
@Suite("No purchase is lost", .tags(.slow), .timeLimit(.minutes(15)))
struct DeliveryPropertyTests {
    private static let launches = 1_000

    @Test("Over a thousand kills and launches", arguments: [1] as [UInt64])
    func killed(seed: UInt64) async throws {
        // Thousands of short steps: each would queue behind the long ones of other tests.
        try await Task(priority: .high) { try await Self.launchThousandTimes(seed: seed) }.value
    }

    private static func launchThousandTimes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = try SampleShop.open()
        let storage = MemoryStorage()
        let delivered = Locked([String: Int]())
        let finished = Locked([String: Int]())
        let observation = store.observe { event in
            guard event.name == .finished, let transaction = event.transaction else { return }
            finished.withLock { $0[transaction.transactionID, default: 0] += 1 }
        }
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let receiptURL = folder.file("StoreKit/sandboxReceipt")

        for number in 1...launches {
            let isLast = number == launches
            let fuse = Fuse(steps: isLast ? nil : Int.random(in: 1...40, using: &random))
            let launch = try Launch(store, storage: storage, receiptURL: receiptURL, fuse: fuse)
            let failing = Locked(isLast ? 0 : Int.random(in: 0...2, using: &random))
            launch.client.deliver { purchase in
                guard fuse.burn() else { throw DeliveryTestError() }
                let fails = failing.withLock { failing in
                    failing -= 1
                    return failing >= 0
                }
                if fails { throw DeliveryTestError() }
                let identifier = purchase.transaction.transactionIdentifier ?? "none"
                delivered.withLock { $0[identifier, default: 0] += 1 }
                // The app may die between the delivery and the record of it.
                fuse.burn()
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) { happen(in: store, launch, using: &random) }
            await launch.settle()
        }

        let bought = store.transactions(account: SampleShop.customer)
        #expect(bought.count > 300)
        for transaction in bought {
            let identifier = transaction.transactionID
            #expect(delivered.withLock { $0[identifier] ?? 0 } >= 1, "\(identifier) was not delivered")
            #expect(finished.withLock { $0[identifier] ?? 0 } == 1, "\(identifier) was not finished once")
        }
        #expect(store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
        #expect(delivered.withLock { $0.count } == bought.count, "delivered what nobody bought")
        observation.cancel()
    }

    /// Something that a customer, a parent, or another device may do.
    private static func happen(in store: LocalAppStore, _ launch: Launch, using random: inout SeededGenerator) {
        let client = launch.client
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            client.purchaseProduct(FakeProduct(SampleShop.seeds), atomically: Bool.random(using: &random)) { _ in }
        case 4: _ = try? store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        case 5: client.purchaseProduct(FakeProduct(SampleShop.seeds), simulatesAskToBuyInSandbox: true) { _ in }
        case 6:
            let waiting = store.attempts.first { $0.status == .waitingForApproval }
            if let waiting { _ = try? store.approve(attempt: waiting.id) }
        case 7: launch.device.enterForeground()
        case 8: for _ in 0..<Int.random(in: 0...5, using: &random) { _ = launch.step() }
        default: client.purchaseProduct(FakeProduct("unknown")) { _ in }
        }
    }
}
