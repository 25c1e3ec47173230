import AppStoreModels
import AppStoreTrust
package import Foundation

/// What StoreKit 2 on a device gets: signed, and bound to the device.
extension LocalAppStore {
    /// The transactions that a device asks for, signed for it.
    package func deviceTransactions(
        _ selection: DeviceSelection,
        account: String,
        device: UUID
    ) throws(StoreError) -> [DeviceMessages.SignedTransaction] {
        let drafts = try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            let shown = try engine.shown(selection, account: account)
            return try shown.map { transaction throws(StoreError) in
                try draft(of: transaction, device: device, engine)
            }
        }
        return try drafts.map { draft throws(StoreError) in try sign(draft) }
    }

    /// The same transactions before they are signed, for a device in this process.
    package func deviceUnsignedTransactions(
        _ selection: DeviceSelection,
        account: String,
        device: UUID
    ) throws(StoreError) -> [UnsignedTransaction] {
        let drafts = try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            let shown = try engine.shown(selection, account: account)
            return try shown.map { transaction throws(StoreError) in
                try draft(of: transaction, device: device, engine)
            }
        }
        return drafts.map { draft in
            UnsignedTransaction(
                transactionID: draft.transaction.transactionID,
                isFinished: draft.transaction.isFinished,
                payload: draft.payload.json,
                isFlawed: draft.flaw != nil,
                sign: { [self] (payload: JSONObject) throws(StoreError) in
                    try deviceSign(TransactionPayload(json: payload), flaw: draft.flaw)
                }
            )
        }
    }

    /// Where the subscriptions of an account stand.
    package func deviceStatuses(_ wanted: DeviceMessages.StatusesRequest) throws(StoreError) -> DeviceMessages.Statuses
    {
        let (drafts, introduced) = try look { engine throws(StoreError) in
            try checkConnection(wanted.account, engine)
            let account = engine.signedInAccount(wanted.account)
            let introduced = engine.introducedGroupIDs(account: account, groupID: wanted.groupID)
            if wanted.omitsStatuses == true { return ([StatusDraft](), introduced) }
            let subscriptions = engine.subscriptions(account: account)
            let original = try wanted.transactionID.map { id throws(StoreError) in
                try engine.transaction(id).originalTransactionID
            }
            let found = subscriptions.filter { subscription in
                (wanted.groupID == nil || subscription.groupID == wanted.groupID)
                    && (original == nil || subscription.originalTransactionID == original)
            }
            let drafts = try found.map { subscription throws(StoreError) in
                try draft(of: subscription, device: wanted.device, engine)
            }
            return (drafts, introduced)
        }
        return DeviceMessages.Statuses(
            statuses: try drafts.map { draft throws(StoreError) in
                DeviceMessages.SignedStatus(
                    groupID: draft.groupID,
                    status: draft.status.rawValue,
                    transaction: try sign(draft.transaction),
                    renewalInfo: try deviceSign(draft.renewalInfo, flaw: draft.transaction.flaw)
                )
            },
            introducedGroupIDs: introduced
        )
    }

    /// Of which groups an account has had an introductory offer: all, or this one.
    package func deviceIntroducedGroupIDs(account: String, groupID: String?) throws(StoreError) -> [String] {
        try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            return engine.introducedGroupIDs(account: engine.signedInAccount(account), groupID: groupID)
        }
    }

    /// The app transaction of an account, signed for a device.
    package func deviceAppTransaction(account: String, device: UUID) throws(StoreError) -> String {
        let flaw = try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            return engine.certificateFlaw(engine.signedInAccount(account))
        }
        return try deviceSign(try appTransactionPayload(account: deviceAccount(account), device: device), flaw: flaw)
    }

    /// Whose signatures a device of this store trusts.
    package var deviceTrust: DeviceMessages.Trust {
        DeviceMessages.Trust(root: authority.jwsRootPEM, signsItself: environment == .xcode)
    }

    // MARK: Signing

    private struct TransactionDraft: Sendable {
        let transaction: StoreTransaction
        let payload: TransactionPayload
        let flaw: CertificateFlaw?
    }

    private struct StatusDraft: Sendable {
        let groupID: String
        let status: SubscriptionStatusCode
        let transaction: TransactionDraft
        let renewalInfo: RenewalInfoPayload
    }

    private func draft(
        of transaction: StoreTransaction,
        device: UUID,
        _ engine: StoreEngine
    ) throws(StoreError) -> TransactionDraft {
        var payload = try transactionPayload(of: transaction, engine)
        payload.json.bind(to: device, nonce: nonce("transaction \(transaction.transactionID)", device))
        return TransactionDraft(
            transaction: transaction,
            payload: payload,
            flaw: engine.certificateFlaw(transaction.accountID)
        )
    }

    private func draft(
        of subscription: StoreSubscription,
        device: UUID,
        _ engine: StoreEngine
    ) throws(StoreError) -> StatusDraft {
        var renewalInfo = try renewalInfoPayload(of: subscription, engine)
        renewalInfo.json.bind(to: device, nonce: nonce("renewal \(subscription.originalTransactionID)", device))
        return StatusDraft(
            groupID: subscription.groupID,
            status: subscription.status,
            transaction: try draft(of: engine.transaction(subscription.latestTransactionID), device: device, engine),
            renewalInfo: renewalInfo
        )
    }

    private func sign(_ draft: TransactionDraft) throws(StoreError) -> DeviceMessages.SignedTransaction {
        DeviceMessages.SignedTransaction(
            transactionID: draft.transaction.transactionID,
            isFinished: draft.transaction.isFinished,
            jws: try deviceSign(draft.payload, flaw: draft.flaw)
        )
    }

    /// Signs as the environment does: Xcode has one certificate, which a fault of certificates has nothing to do with.
    private func deviceSign(_ payload: some JSONBacked, flaw: CertificateFlaw?) throws(StoreError) -> String {
        guard flaw == nil, environment == .xcode else { return try sign(payload, with: flaw) }
        do {
            return try authority.xcodeJWSSigner.sign(JSONValue.object(payload.json).jsonBytes)
        } catch {
            throw StoreError(.signingFailed, "the payload could not be signed: \(error)")
        }
    }

    private func nonce(_ document: String, _ device: UUID) -> UUID {
        var noise = ReceiptNoise(seed: seed, text: "\(document) \(device.uuidString)")
        return noise.uuid()
    }
}
