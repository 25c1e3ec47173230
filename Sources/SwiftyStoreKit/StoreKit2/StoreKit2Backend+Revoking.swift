import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreKit2Backend {
    /// A purchase was taken away: what nobody has of it yet is not delivered any more.
    func revoke(_ signed: SignedTransaction) async {
        let isNew = withBook { $0.revoke(signed) }
        let isSpared = client?.withdraw(signed.id) ?? false
        let isLoss = await isNew ? self.isLoss(signed) : false
        // What is being delivered is finished after that, and else there is nothing to deliver any more.
        let isOpen = withBook { $0.isOpen(signed.id) }
        if !isOpen, isSpared || isLoss { lose(signed.id) }
        if isNew { tellRevoked(signed, isLoss: isLoss) }
        if !isOpen { await signed.transaction.finish() }
    }

    /// Something was finished that was taken back while its delivery failed.
    func spare(_ transaction: SKPaymentTransaction) {
        if let id = transaction.transactionIdentifier { lose(id) }
    }

    /// What comes again was given back, and is delivered anew: whoever heard of the loss has taken it from the customer.
    private func lose(_ id: String) {
        withBook { $0.lose(id) }
        keepOwed()
        client?.forgetDeliveries(of: [id])
    }

    // MARK: Launches to come

    static let owedKey = "taken-away-transactions"

    /// Writes down what was taken away, for the launch in which it is given back.
    func keepOwed() {
        guard let client else { return }
        owedWriter.write {
            let ids = withBook { $0.owedIDs }
            do {
                let kept = ids.isEmpty ? nil : Data(ids.joined(separator: "\n").utf8)
                try client.storage.set(kept, forKey: Self.owedKey)
            } catch {
                // Without it a later launch tells who watches that it was given back, and delivers nothing.
                client.log.note(.storageFailed, error: error)
            }
        }
    }

    /// Goes on with what was taken away in earlier launches.
    func resumeOwed(of client: StoreClient) {
        guard let kept = (try? client.storage.data(forKey: Self.owedKey)) ?? nil else { return }
        let ids = String(decoding: kept, as: UTF8.self).split(separator: "\n").map(String.init)
        withBook { $0.resume(owed: ids) }
    }

    /// Shows what was given back while the app did not run: it is finished, so that nobody tells of it.
    func showGivenBack() async {
        let lost = Set(withBook { $0.lostIDs })
        guard !lost.isEmpty else { return }
        let all = await StoreKit2Context.read(Transaction.all) { _ in }
        show(
            all.filter { signed in
                lost.contains(signed.id) && signed.transaction.revocationDate == nil && !signed.transaction.isUpgraded
            }
        )
    }

    /// Whether the customer has lost a product with a transaction. One refund of what is used up says nothing of the other
    /// pieces, and who owns the product by another transaction, a later period or one that is not the family's, has it still.
    private func isLoss(_ signed: SignedTransaction) async -> Bool {
        guard signed.transaction.productType != .consumable else { return false }
        let isOwned = await context.answer {
            let owned = await StoreKit2Context.read(Transaction.currentEntitlements) { _ in }
            return owned.contains { other in
                other.id != signed.id && other.transaction.productID == signed.transaction.productID
                    && other.transaction.revocationDate == nil
            }
        }
        return isOwned != true
    }

    private func tellRevoked(_ signed: SignedTransaction, isLoss: Bool) {
        if isLoss {
            client?.revoked([signed.transaction.productID])
        } else if signed.transaction.productType == .consumable {
            tell(signed)
        } else {
            client?.revokedInPart()
        }
    }
}
