import AppStoreModels
import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What the client asks of the store apart from the payment queue.
struct StoreServices: Sendable {
    /// Asks for products.
    var products: @Sendable (Set<String>, @escaping StoreAnswer<SKProductsResponse>) -> StoreRequest

    /// Has the store write the current receipt.
    var refreshReceipt: @Sendable (@escaping StoreAnswer<Void>) -> StoreRequest

    /// The receipt as it is now.
    var receipt: @Sendable () -> Data?

    /// The time that transactions are dated with, as far as it is known. Nobody waits for a store elsewhere.
    var now: @Sendable () -> Date

    /// Asks for the same time, and is always answered: by nil if a store elsewhere does not say it; nil for ``now``.
    var askTime: (@Sendable (@escaping StoreTime.Hearing) -> Void)?

    /// Tells the same time: at once, or as soon as a store elsewhere has said so; nil for ``now``.
    var tellTime: (@Sendable (@escaping @Sendable (Date) -> Void) -> Void)?

    /// Whether the customer may buy on this device.
    var canMakePayments: @Sendable () -> Bool = { SKPaymentQueue.canMakePayments() }

    /// Waits some seconds.
    var sleep: @Sendable (TimeInterval) async throws -> Void = { seconds in
        try await Task.sleep(seconds: seconds)
    }

    /// Where the client remembers what has to outlive the app.
    var storage: any KeyValueStorage
}

extension StoreServices {
    /// When this is asked for, as soon as that is known.
    var moment: Moment { Moment(tellTime ?? { [now] in $0(now()) }) }

    /// The time, for who looks again and again.
    var time: StoreTime { StoreTime(ask: askTime ?? { [now] in $0(now()) }) }
}

/// Hears how a request ended.
typealias StoreAnswer<Value> = @Sendable (Result<Value, any Error>) -> Void

extension StoreServices {
    /// StoreKit's own requests.
    static func storeKit(
        receipt: @escaping @Sendable () -> Data?,
        now: @escaping @Sendable () -> Date,
        storage: any KeyValueStorage
    ) -> Self {
        StoreServices(
            products: { identifiers, answer in
                StoreRequestRun(SKProductsRequest(productIdentifiers: identifiers)) { run in
                    answer(run.map { $0 ?? SKProductsResponse() })
                }.start()
            },
            refreshReceipt: { answer in
                StoreRequestRun(SKReceiptRefreshRequest(receiptProperties: nil)) { run in
                    answer(run.map { _ in })
                }.start()
            },
            receipt: receipt,
            now: now,
            storage: storage
        )
    }
}

extension StoreServices {
    /// The same, with products and the right to pay as StoreKit 2 tells them.
    func onStoreKit2(_ context: StoreKit2Context) -> Self {
        var services = self
        services.products = { identifiers, answer in
            let once = Locked(Optional(answer))
            let take = { @Sendable in
                once.withLock { answer in
                    defer { answer = nil }
                    return answer
                }
            }
            let task = context.run {
                do {
                    let products = try await Product.products(for: identifiers)
                    take()?(.success(StoreKit2Response(products, asked: identifiers)))
                } catch {
                    take()?(.failure(SKError(storeError: error)))
                }
            }
            return StoreRequest {
                _ = take()
                task?.cancel()
            }
        }
        return services
    }
}
