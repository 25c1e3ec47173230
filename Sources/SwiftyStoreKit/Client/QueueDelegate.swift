import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Hands the questions of the payment queue to the app.
// Sendable is safe: the reference to the client is weak, set once, and behind a lock.
final class QueueDelegate: NSObject, SKPaymentQueueDelegate, @unchecked Sendable {
    private let reference = Locked(WeakClient())

    private struct WeakClient: Sendable {
        weak var client: StoreClient?
    }

    func attach(to client: StoreClient) {
        reference.withLock { $0.client = client }
    }

    private var handlers: AppHandlers? { reference.withLock { $0.client }?.state.withLock { $0.handlers } }

    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        handlers?.shouldContinueTransaction?(transaction, newStorefront) ?? true
    }

    #if os(iOS) || os(visionOS) || os(Linux)
        func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
            handlers?.shouldShowPriceConsent?() ?? true
        }
    #endif
}
