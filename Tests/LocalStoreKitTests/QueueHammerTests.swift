import Dispatch
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// Ten threads that use every part of the payment queue at once. Run it under the thread sanitizer.
@Suite("Ten threads hammer the payment queue", .tags(.slow), .timeLimit(.minutes(15)))
struct QueueHammerTests {
    private static let rounds = 3

    @Test("Every purchase is charged once, delivered, and finished once")
    func hammer() async throws {
        let store = try SampleShop.open()
        let (finishes, finished) = AsyncStream.makeStream(of: String.self)
        let observation = store.observe { event in
            guard event.name == .finished, let transaction = event.transaction, !transaction.isRestored else { return }
            finished.yield(transaction.transactionID)
        }
        let device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbackQueue: DispatchQueue(label: "hammer")
        )
        let observer = FinishingObserver()
        device.queue.add(observer)
        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask { for round in 0..<Self.rounds { Self.call(device, round) } }
            }
        }
        var identifiers: [String] = []
        for await identifier in finishes {
            identifiers.append(identifier)
            if identifiers.count == 10 * Self.rounds { break }
        }
        #expect(Set(identifiers).count == identifiers.count, "a transaction was finished twice")
        #expect(store.transactions(account: SampleShop.customer).filter { !$0.isRestored }.count == identifiers.count)
        withExtendedLifetime((observation, observer)) {}
    }

    private static func call(_ device: LocalDevice, _ round: Int) {
        let queue = device.queue
        let payment = SKMutablePayment()
        payment.productIdentifier = SampleShop.seeds
        queue.add(payment)
        let passing = RecordingObserver()
        queue.add(passing)
        queue.remove(passing)
        _ = (queue.transactions, queue.transactionObservers, queue.storefront, queue.delegate == nil)
        if round % 5 == 0 { queue.restoreCompletedTransactions() }
        if round % 7 == 0 { device.enterForeground() }
        queue.showPriceConsentIfNeeded()
        queue.presentCodeRedemptionSheet()
        queue.start([])
        queue.pause([])
        queue.resume([])
        queue.cancel([])
        device.settings.downloadChunkLength = 1_000 + round
        device.perform {
            _ = SKPaymentQueue.canMakePayments()
            let request = SKProductsRequest(productIdentifiers: [SampleShop.seeds])
            request.start()
            request.cancel()
        }
    }
}

/// Finishes what is delivered.
private final class FinishingObserver: NSObject, SKPaymentTransactionObserver {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions where ![.purchasing, .deferred].contains(transaction.transactionState) {
            queue.finishTransaction(transaction)
        }
    }
}
