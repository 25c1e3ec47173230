import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// Finds out whether a purchase that ended with an error, or as cancelled, was paid for all the same.
///
/// An error of a purchase is not the last word: the connection may break after the payment, and iOS 18.3.1 to 18.5 said
/// "cancelled" of purchases that had succeeded. Begin the check before the purchase, and ask it afterwards:
///
/// ```swift
/// let check = await ChargeCheck(product)
/// do {
///     let result = try await product.purchase()
///     if case .userCancelled = result, case .charged(let late) = await check.verdict() { deliver(late) }
/// } catch {
///     switch await check.verdict(after: error) {
///     case .charged(let late): deliver(late)
///     case .mayHaveBeenCharged: say("If you were charged, the purchase will arrive by itself. Do not buy again.")
///     case .notCharged: say("Nothing was charged.")
///     }
/// }
/// ```
public struct ChargeCheck: Sendable {
    /// Whether a purchase was paid for.
    public enum Verdict: Sendable, Hashable {
        /// It was: this transaction came meanwhile. Look whether it is verified, deliver it, finish it.
        case charged(VerificationResult<Transaction>)
        /// It may have been; it arrives through `Transaction.updates`, or never.
        case mayHaveBeenCharged
        /// It was not.
        case notCharged
    }

    /// The product that is bought.
    public let productID: Product.ID
    /// What there was of it before; nil if the store could not be asked.
    private let known: Set<UInt64>?

    /// Begins before a purchase: remembers the transactions of the product that there are. Where the store cannot be asked,
    /// nothing tells an old purchase from the new one: then the check finds at most that it may have been paid for.
    public init(_ product: Product) async {
        productID = product.id
        let found = await Self.transactions(of: product.id).map(\.unsafePayloadValue.id)
        guard found.isEmpty else {
            known = Set(found)
            return
        }
        // Sequences are empty where they fail.
        known = await Product.isStoreReached() ? [] : nil
    }

    /// Whether the purchase was paid for; asks the store now.
    ///
    /// - Parameter error: What the purchase failed with; nil if it ended as cancelled.
    public func verdict(after error: (any Error)? = nil) async -> Verdict {
        // What was refunded meanwhile is nobody's to deliver.
        let new = await Self.transactions(of: productID).filter { result in
            result.unsafePayloadValue.revocationDate == nil && known?.contains(result.unsafePayloadValue.id) != true
        }
        let newest = new.max { $0.unsafePayloadValue.purchaseDate < $1.unsafePayloadValue.purchaseDate }
        if known != nil, let newest { return .charged(newest) }
        guard let error else { return newest == nil ? .notCharged : .mayHaveBeenCharged }
        return Self.mayHaveBeenCharged(error) ? .mayHaveBeenCharged : .notCharged
    }

    /// Whether a purchase that failed with an error may have been paid for: where the network, the system or an unknown
    /// reason cut it off. What StoreKit refuses before it asks for the payment was not.
    public static func mayHaveBeenCharged(_ error: any Error) -> Bool { SKError(storeError: error).mayHaveBeenCharged }

    /// What there is of a product, unfinished or the latest.
    private static func transactions(of productID: Product.ID) async -> [VerificationResult<Transaction>] {
        var found: [VerificationResult<Transaction>] = []
        for await result in Transaction.unfinished where result.unsafePayloadValue.productID == productID {
            found.append(result)
        }
        if let latest = await Transaction.latest(for: productID) { found.append(latest) }
        return found
    }
}
