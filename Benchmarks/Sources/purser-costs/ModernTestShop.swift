import Foundation
import LocalStoreKit
import LocalStoreKitTest

/// A test session, with an app of StoreKit 2 that takes in and finishes what it hears of.
final class ModernTestShop: Sendable {
    private let session: SKTestSession
    private let looksAtSignature: Bool

    /// - Parameter looksAtSignature: Whether the app takes the JWS of each purchase, as one does that sends it to a server.
    init(looksAtSignature: Bool = false) throws {
        session = try TestShop.session()
        self.looksAtSignature = looksAtSignature
    }

    /// The app is launched, and begins to listen to `Transaction.updates`.
    func listening() -> Transaction.Transactions.AsyncIterator {
        session.device.perform { Transaction.updates.makeAsyncIterator() }
    }

    /// The app buys, gets what it has bought, and finishes it.
    func purchase() async throws -> () async throws -> Void {
        let device = session.device
        let found = try await device.perform { try await Product.products(for: [TestShop.consumable]) }
        guard let product = found.first else { throw CocoaError(.coderValueNotFound) }
        return { [self] in
            guard case .success(let result) = try await device.perform({ try await product.purchase() }) else {
                throw CocoaError(.userCancelled)
            }
            try await take(result)
        }
    }

    /// The customer of a subscription stays for a year; `updates` tells every renewal.
    func yearOfRenewals() async throws -> () async throws -> Void {
        var updates = listening()
        try await session.buyProduct(identifier: TestShop.subscription)
        try await take(updates.next())
        return { [self] in
            try session.advance(months: 12)
            for _ in 0..<12 { try await take(updates.next()) }
        }
    }

    private func take(_ result: VerificationResult<Transaction>?) async throws {
        guard case .verified(let transaction)? = result, TestShop.products.contains(transaction.productID) else {
            throw CocoaError(.coderInvalidValue)
        }
        if looksAtSignature, result?.jwsRepresentation.isEmpty != false { throw CocoaError(.coderInvalidValue) }
        await transaction.finish()
    }
}
