import Foundation
public import SwiftyStoreKit

extension StoreClient {
    /// Delivers every purchase to the developer's server, and finishes it when the server has it on its disk.
    ///
    /// What the server could not be given is offered again after a while, and at the next launch: no purchase is lost
    /// while the server is away, and none is finished before the server has it. The App Store need not have answered the
    /// server yet.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - retry: How long to wait after a failure.
    ///   - storage: Where to remember what was delivered; nil for the client's own place.
    ///   - handler: What else is to be done before a purchase is finished, when the server has it.
    public func deliver(
        to server: PurchaseBackend,
        retry: DeliveryRetry = DeliveryRetry(),
        storage: (any KeyValueStorage)? = nil,
        then handler: @escaping @Sendable (Purchase) async throws -> Void = { _ in }
    ) {
        deliver(retry: retry, storage: storage) { [weak self] purchase in
            // Without its client nothing can be finished; it comes back at the next launch.
            guard let self else { throw CancellationError() }
            try await server.take(
                purchase,
                receipt: { self.localReceiptData },
                signed: { await self.signedPurchases() }
            )
            try await handler(purchase)
        }
    }
}

extension SwiftyStoreKit {
    /// Delivers every purchase to the developer's server, and finishes it when the server has it on its disk.
    ///
    /// Call it when the app starts. See `StoreClient`'s function of the same name.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - retry: How long to wait after a failure.
    ///   - storage: Where to remember what was delivered; nil for the library's own place.
    ///   - handler: What else is to be done before a purchase is finished, when the server has it.
    public class func deliver(
        to server: PurchaseBackend,
        retry: DeliveryRetry = DeliveryRetry(),
        storage: (any KeyValueStorage)? = nil,
        then handler: @escaping @Sendable (Purchase) async throws -> Void = { _ in }
    ) {
        deliver(retry: retry, storage: storage) { purchase in
            try await server.take(
                purchase,
                receipt: { SwiftyStoreKit.localReceiptData },
                signed: { await StoreClient.shared.signedPurchases() }
            )
            try await handler(purchase)
        }
    }
}
