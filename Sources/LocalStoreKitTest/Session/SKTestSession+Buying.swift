import Foundation
import LocalAppStore
public import LocalStoreKit

extension SKTestSession {
    /// Buys outside of the app: what comes of it arrives in the payment queue.
    ///
    /// A purchase that fails, waits for approval or is interrupted, as the settings say, is no error.
    ///
    /// - Throws: ``SKTestError`` `invalidProductIdentifier`
    public func buyProduct(productIdentifier: String) throws {
        catchUp()
        let request = PurchaseRequest(productID: productIdentifier, accountID: account)
        try SKTestError.translated { () throws(StoreError) in _ = try store.purchase(request) }
    }

    /// Buys outside of the app, with options: what comes of it arrives in `Transaction.updates` and in the payment queue.
    ///
    /// A subscription bought in the past has all its renewals when this returns.
    ///
    /// ```swift
    /// let lastYear = date.addingTimeInterval(-365 * 86_400)
    /// try await session.buyProduct(identifier: "shop.posy", options: [.purchaseDate(lastYear)])
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: What to buy.
    ///   - options: How. Of two offers, dates, quantities or tokens one counts.
    /// - Returns: The purchase, the first one if it has renewed since.
    /// - Throws: ``SKTestError`` `invalidProductIdentifier`; `invalidAction` if the date, the quantity or the offer is none
    ///   that the product can be bought with, or the settings let no purchase through; `StoreKitError` if a fault of the
    ///   store keeps the device from seeing what was bought
    @discardableResult
    public func buyProduct(
        identifier: Product.ID,
        options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        catchUp()
        var request = PurchaseRequest(productID: identifier, accountID: account)
        request.apply(options)
        let outcome = try SKTestError.translated { [request] () throws(StoreError) in try store.purchase(request) }
        switch outcome {
        case .purchased(let transaction):
            guard let seen = try device.transaction(transaction.transactionID) else { throw StoreKitError.unknown }
            return seen.unsafePayloadValue
        case .deferred(let attempt), .interrupted(let attempt), .failed(let attempt, _):
            let reason = attempt.reason ?? "the session's settings let no purchase through"
            throw SKTestError(.invalidAction, reason: "\(identifier) was not bought (\(attempt.status)): \(reason).")
        }
    }
}
