import AppReceipt
import AppStoreModels
public import Foundation
public import SwiftyStoreKit

extension PurchaseBackend {
    /// How many transactions are remembered that the server has; more are sent again, which is harmless.
    private static let mostRemembered = 10_000

    /// Sends a receipt. When this returns, the server has it on its disk.
    ///
    /// - Throws: ``PurchaseBackendError``; `refused` with the code `purchase-of-another-customer` if the server has it and it
    ///   stays with somebody else.
    @discardableResult
    public func upload(_ receipt: Data) async throws(PurchaseBackendError) -> UploadOutcome {
        let asked = opened()
        let outcome = try await upload(["receiptData": .string(receipt.base64EncodedString())], to: "receipts")
        try checkStill(asked)
        remember(Self.transactions(in: receipt) ?? [])
        return outcome
    }

    /// Sends transactions of StoreKit 2 as the device has them. When this returns, the server has them on its disk.
    ///
    /// - Parameters:
    ///   - signedTransactions: `jwsRepresentation` of each; 1,000 at most.
    ///   - signedRenewalInfo: The same of renewal information, each of a subscription that one of them belongs to.
    /// - Throws: ``PurchaseBackendError``.
    @discardableResult
    public func upload(
        signedTransactions: [String],
        signedRenewalInfo: [String] = []
    ) async throws(PurchaseBackendError) -> UploadOutcome {
        var body: JSONObject = ["signedTransactions": .array(signedTransactions.map(JSONValue.string))]
        if !signedRenewalInfo.isEmpty {
            body["signedRenewalInfo"] = .array(signedRenewalInfo.map(JSONValue.string))
        }
        return try await upload(body, to: "transactions")
    }

    /// Brings purchases back: the store gives what its account has, the server gets it, and says what the customer may use.
    ///
    /// Call it only because somebody asked for it: the store may want a password.
    ///
    /// - Throws: The store's error, or ``PurchaseBackendError``.
    public func restore(with client: StoreClient) async throws -> CustomerAccess {
        let results = await client.restorePurchases()
        if let (failure, _) = results.restoreFailedPurchases.first, results.restoredPurchases.isEmpty { throw failure }
        if let receipt = client.localReceiptData { try await upload(receipt) }
        return try await refresh()
    }

    /// Sees to it that the server has a purchase.
    ///
    /// - Parameter receipt: Reads the receipt on the device.
    func take(_ purchase: Purchase, receipt read: @Sendable () async -> Data?) async throws(PurchaseBackendError) {
        guard let receipt = await read() else {
            throw PurchaseBackendError(.noReceipt, "there is no receipt on the device yet; it comes with the purchase")
        }
        let identifiers = [purchase.originalTransaction, purchase.transaction].compactMap { $0?.transactionIdentifier }
        var body: JSONObject = ["receiptData": .string(receipt.base64EncodedString())]
        let inside = Self.transactions(in: receipt)
        if let inside {
            // A receipt that the store has not brought up to date yet would be stored, and the purchase finished and lost.
            // What the server has may have left the receipt by now, as a consumable does when it is finished.
            guard deliveredTransactions.isDisjoint(with: identifiers) else { return }
            guard !inside.isDisjoint(with: identifiers) else {
                throw PurchaseBackendError(.transactionNotInReceipt, "the receipt has not the purchase yet; it will")
            }
        } else {
            body[string: "transactionId"] = identifiers.first
        }
        let asked = opened()
        do throws(PurchaseBackendError) { try await upload(body, to: "receipts") } catch {
            // The server has it, and has decided whose it is.
            guard error.serverCode == "purchase-of-another-customer" else { throw error }
            configuration.onProblem(error)
        }
        try checkStill(asked)
        remember(inside ?? [])
        do throws(PurchaseBackendError) { _ = try await refresh(.once) } catch { configuration.onProblem(error) }
    }

    /// The transactions of a receipt; nil if it is of a form that cannot be read here.
    private static func transactions(in receipt: Data) -> Set<String>? {
        (try? AppReceipt(wireForm: receipt)).map { Set($0.inAppPurchases.map(\.transactionID)) }
    }

    /// One receipt has all that is delivered one by one.
    private func remember(_ transactions: Set<String>) {
        deliveredTransactions.formUnion(transactions)
        if deliveredTransactions.count > Self.mostRemembered { deliveredTransactions = transactions }
    }

    @discardableResult
    private func upload(_ body: JSONObject, to place: String) async throws(PurchaseBackendError) -> UploadOutcome {
        let asked = opened()
        let call = ServerConnection.Call(method: "POST", path: ["customers", asked.name, place], body: body)
        return UploadOutcome(try await send(call, configuration.limits))
    }
}
