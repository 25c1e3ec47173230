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
        try await upload(receipt, as: try opened(), connection(configuration.limits))
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
        var upload = PurchaseUpload(signed: signedTransactions)
        if !signedRenewalInfo.isEmpty {
            upload.body["signedRenewalInfo"] = .array(signedRenewalInfo.map(JSONValue.string))
        }
        return try await self.upload(upload, as: try opened(), connection(configuration.limits))
    }

    /// Brings purchases back: the store gives what its account has, the server gets it, and says what the customer may use.
    ///
    /// Call it only because somebody asked for it: the store may want a password, and it takes its time.
    ///
    /// What stays with another customer ``PurchaseBackendConfiguration/onProblem`` hears of.
    ///
    /// - Throws: The store's error, or ``PurchaseBackendError``; with the code `customerChanged` if somebody logs in or out before
    ///   the server has it all: what is not sent by then is nobody's, and can be restored again.
    public func restore(with client: StoreClient) async throws -> CustomerAccess {
        let asked = try opened()
        let results = await client.restorePurchases()
        if let (failure, _) = results.restoreFailedPurchases.first, results.restoredPurchases.isEmpty { throw failure }
        let connection = connection(configuration.limits)
        let signed = results.restoredPurchases.compactMap(\.jwsRepresentation)
        if !signed.isEmpty {
            for start in stride(from: 0, to: signed.count, by: Self.mostInUpload) {
                try await upload(signed[start..<min(start + Self.mostInUpload, signed.count)], as: asked, connection)
            }
        } else if let receipt = client.localReceiptData {
            try checkStill(asked)
            report(try await upload(receipt, as: asked, connection))
        }
        try checkStill(asked)
        return try await refresh(connection)
    }

    /// Sends transactions; in halves where somebody in between does not let so much through.
    private func upload(
        _ signed: ArraySlice<String>,
        as asked: AppCustomer,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) {
        try checkStill(asked)
        do throws(PurchaseBackendError) {
            return report(try await upload(PurchaseUpload(signed: Array(signed)), as: asked, connection))
        } catch {
            guard error.httpStatus == 413, signed.count > 1 else { throw error }
        }
        let half = signed.count / 2
        try await upload(signed.prefix(half), as: asked, connection)
        try await upload(signed.dropFirst(half), as: asked, connection)
    }

    /// Sees to it that the server has a purchase. It tries once: who delivers tries again.
    ///
    /// A purchase of StoreKit 2 goes as the App Store signed it, with everything else that the device has signed, so that what
    /// waits is one upload; one of StoreKit 1 goes with the receipt.
    ///
    /// - Parameters:
    ///   - receipt: Reads the receipt on the device.
    ///   - signed: Reads what StoreKit 2 has on the device.
    func take(
        _ purchase: Purchase,
        receipt read: @Sendable () async -> Data?,
        signed readSigned: @Sendable () async -> [SignedPurchase] = { [] }
    ) async throws(PurchaseBackendError) {
        // Whose it is, whoever logs in while it is under way.
        let asked = try opened()
        let identifiers = Self.identifiers(of: purchase)
        // Whose something is that was restored only the server can say.
        if purchase.transaction.isPurchased, deliveredTransactions.isDisjoint(with: identifiers) {
            waitingTransactions.formUnion(identifiers)
        }
        var upload: PurchaseUpload
        if let jws = purchase.jwsRepresentation, let identifier = identifiers.last {
            guard deliveredTransactions.isDisjoint(with: identifiers) else { return }
            let known = await readSigned()
            let own = known.first { $0.identifier == identifier } ?? SignedPurchase(identifier: identifier, jws: jws)
            upload = PurchaseUpload(signed: [own] + known.filter { $0.identifier != identifier })
        } else {
            guard let found = try self.upload(of: identifiers, in: await read()) else { return }
            upload = found
        }
        let limits = configuration.limits.oneTry
        do throws(PurchaseBackendError) {
            try await uploadWithOthers(&upload, as: asked, limits)
        } catch {
            // What is refused for good is offered again, and only the developer can do something about it.
            if error.code == .refused { configuration.onProblem(error) }
            // The server has it, and has decided whose it is.
            guard error.serverCode == Self.anothers else { throw error }
        }
        // It was delivered for who bought it. Delivered again it would become the next one's.
        guard isStill(asked) else { return }
        waitingTransactions.subtract(identifiers)
        remember(upload.transactions ?? [])
        do throws(PurchaseBackendError) { try await refresh(connection(limits)) } catch {
            configuration.onProblem(error)
        }
    }

    /// Sends a purchase with what goes along; alone, if the server does not take one of the others.
    private func uploadWithOthers(
        _ upload: inout PurchaseUpload,
        as asked: AppCustomer,
        _ limits: RequestLimits
    ) async throws(PurchaseBackendError) {
        do throws(PurchaseBackendError) {
            return report(try await self.upload(upload, as: asked, connection(limits)))
        } catch {
            // Nor perhaps somebody in between so many of them.
            guard [413, 422].contains(error.httpStatus), let alone = upload.alone else { throw error }
            upload = alone
        }
        report(try await self.upload(upload, as: asked, connection(limits)))
    }

    /// The receipt that has a purchase, to be sent; nil if the server has the purchase already.
    private func upload(
        of identifiers: [String],
        in receipt: Data?
    ) throws(PurchaseBackendError) -> PurchaseUpload? {
        guard let receipt else {
            throw PurchaseBackendError(.noReceipt, "there is no receipt on the device yet; it comes with the purchase")
        }
        var upload = PurchaseUpload(receipt: receipt)
        guard let inside = upload.transactions else {
            upload.body[string: "transactionId"] = identifiers.first
            return upload
        }
        // A receipt that the store has not brought up to date yet would be stored, and the purchase finished and lost.
        // What the server has may have left the receipt by now, as a consumable does when it is finished.
        guard deliveredTransactions.isDisjoint(with: identifiers) else { return nil }
        guard !inside.isDisjoint(with: identifiers) else {
            throw PurchaseBackendError(.transactionNotInReceipt, "the receipt has not the purchase yet; it will")
        }
        return upload
    }

    private static let anothers = "purchase-of-another-customer"
    /// The server takes no more signed transactions at once.
    static let mostInUpload = 1_000

    /// What the receipt may know a purchase by. The original means something only of what was restored: elsewhere it could be
    /// a period that the server has long had.
    private static func identifiers(of purchase: Purchase) -> [String] {
        [purchase.transaction.isRestored ? purchase.originalTransaction : nil, purchase.transaction]
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

    /// One upload has all that is delivered one by one.
    private func remember(_ transactions: Set<String>) {
        waitingTransactions.subtract(transactions)
        deliveredTransactions.formUnion(transactions)
        if deliveredTransactions.count > Self.mostRemembered { deliveredTransactions = transactions }
    }

    private func upload(
        _ receipt: Data,
        as asked: AppCustomer,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) -> UploadOutcome {
        let upload = PurchaseUpload(receipt: receipt)
        let outcome = try await self.upload(upload, as: asked, connection)
        if isStill(asked) { remember(upload.transactions ?? []) }
        return outcome
    }

    private func upload(
        _ upload: PurchaseUpload,
        as asked: AppCustomer,
        _ connection: ServerConnection
    ) async throws(PurchaseBackendError) -> UploadOutcome {
        let call = ServerConnection.Call(
            method: "POST",
            path: ["customers", asked.name, upload.place],
            body: upload.body,
            demands: UploadOutcome.demands
        )
        let outcome = UploadOutcome(try await send(call, as: asked, connection))
        // Who asks from now on wants to hear of it.
        question = nil
        return outcome
    }
}
