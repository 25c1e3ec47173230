import AppReceipt
import AppStoreModels
public import Foundation
public import SwiftyStoreKit

extension PurchaseBackend {
    /// How many transactions are remembered that the server has; more are sent again, which is harmless.
    private static let mostRemembered = 10_000

    /// Sends a receipt. When this returns, the server has it on its disk, for who used the app when it was called.
    ///
    /// - Throws: ``PurchaseBackendError``; `refused` with the code `purchase-of-another-customer` if the server has it and it
    ///   stays with somebody else.
    @discardableResult
    public func upload(_ receipt: Data) async throws(PurchaseBackendError) -> UploadOutcome {
        try await upload(receipt, connection(configuration.limits))
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
        return try await upload(body, to: "transactions", connection(configuration.limits))
    }

    /// Brings purchases back: the store gives what its account has, the server gets it, and says what the customer may use.
    ///
    /// Call it only because somebody asked for it: the store may want a password, and it takes its time.
    ///
    /// What stays with another customer ``PurchaseBackendConfiguration/onProblem`` hears of.
    ///
    /// - Throws: The store's error, or ``PurchaseBackendError``.
    public func restore(with client: StoreClient) async throws -> CustomerAccess {
        let results = await client.restorePurchases()
        if let (failure, _) = results.restoreFailedPurchases.first, results.restoredPurchases.isEmpty { throw failure }
        let connection = connection(configuration.limits)
        if let receipt = client.localReceiptData { report(try await upload(receipt, connection)) }
        return try await refresh(connection)
    }

    /// Sees to it that the server has a purchase. It tries once: who delivers tries again.
    ///
    /// - Parameter receipt: Reads the receipt on the device.
    func take(_ purchase: Purchase, receipt read: @Sendable () async -> Data?) async throws(PurchaseBackendError) {
        guard let receipt = await read() else {
            throw PurchaseBackendError(.noReceipt, "there is no receipt on the device yet; it comes with the purchase")
        }
        let identifiers = Self.identifiers(of: purchase)
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
        let asked = try opened()
        let limits = configuration.limits.oneTry
        do throws(PurchaseBackendError) {
            report(try await upload(body, to: "receipts", connection(limits)))
        } catch {
            // What is refused for good is offered again, and only the developer can do something about it.
            if error.code == .refused { configuration.onProblem(error) }
            // The server has it, and has decided whose it is.
            guard error.serverCode == Self.anothers else { throw error }
        }
        // It was delivered for who bought it. Delivered again it would become the next one's.
        guard isStill(asked) else { return }
        remember(inside ?? [])
        do throws(PurchaseBackendError) { try await refresh(connection(limits)) } catch {
            configuration.onProblem(error)
        }
    }

    private static let anothers = "purchase-of-another-customer"

    /// What the receipt may know a purchase by. The original means something only of what was restored: elsewhere it could be
    /// a period that the server has long had.
    private static func identifiers(of purchase: Purchase) -> [String] {
        let isRestored = purchase.transaction.transactionState == .restored
        return [isRestored ? purchase.originalTransaction : nil, purchase.transaction]
            .compactMap { $0?.transactionIdentifier }
    }

    /// The server has it all, and has decided whose each is; nobody else hears of that.
    private func report(_ outcome: UploadOutcome) {
        guard !outcome.refusedPurchases.isEmpty else { return }
        let purchases = outcome.refusedPurchases.joined(separator: ", ")
        var error = PurchaseBackendError(
            .refused,
            "another customer has \(purchases), and keeps it by the server's policy"
        )
        error.serverCode = Self.anothers
        configuration.onProblem(error)
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

    private func upload(
        _ receipt: Data,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) -> UploadOutcome {
        let asked = try opened()
        let body: JSONObject = ["receiptData": .string(receipt.base64EncodedString())]
        let outcome = try await upload(body, to: "receipts", connection)
        if isStill(asked) { remember(Self.transactions(in: receipt) ?? []) }
        return outcome
    }

    private func upload(
        _ body: JSONObject,
        to place: String,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) -> UploadOutcome {
        let call = ServerConnection.Call(
            method: "POST",
            path: ["customers", try opened().name, place],
            body: body,
            demands: UploadOutcome.demands
        )
        return UploadOutcome(try await send(call, connection))
    }
}
