import AppStoreModels
package import AppStoreTrust
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

    /// The same transactions before they are written down and signed, for a device in this process.
    package func deviceUnsignedTransactions(
        _ selection: DeviceSelection,
        account: String,
        device: UUID
    ) throws(StoreError) -> [UnsignedTransaction] {
        try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            let shown = try engine.shown(selection, account: account)
            return try shown.map { transaction throws(StoreError) in
                unsigned(try draft(of: transaction, device: device, engine))
            }
        }
    }

    /// Buys for a device in this process, and gives what was bought before it is written down and signed.
    ///
    /// - Returns: No transaction also where a device that asks for it now does not get it.
    package func devicePurchase(
        _ request: PurchaseRequest,
        device: UUID
    ) throws(StoreError) -> (DevicePurchase, UnsignedTransaction?) {
        let (purchase, bought) = try perform { engine throws(StoreError) -> (DevicePurchase, TransactionDraft?) in
            let purchase = try engine.devicePurchase(request)
            let account = request.accountID
            guard let transaction = purchase.outcome.transaction, !engine.isCutOff(account),
                transaction.accountID == engine.signedInAccount(account)
            else { return (purchase, nil) }
            return (purchase, try? self.draft(of: transaction, device: device, engine))
        }
        return (purchase, bought.map(unsigned))
    }

    private func unsigned(_ draft: TransactionDraft) -> UnsignedTransaction {
        UnsignedTransaction(
            transactionID: draft.transaction.transactionID,
            isFinished: draft.transaction.isFinished,
            contents: draft.contents,
            bundleID: draft.issuer.app.bundleID,
            environment: draft.issuer.environment,
            signedDate: draft.issuer.date,
            isFlawed: draft.flaw != nil,
            payload: { [self] in payload(of: draft).json },
            sign: { [self] (payload: JSONObject) throws(StoreError) in
                try deviceSign(TransactionPayload(json: payload), flaw: draft.flaw)
            }
        )
    }

    /// Where the subscriptions of an account stand.
    package func deviceStatuses(_ wanted: DeviceMessages.StatusesRequest) throws(StoreError) -> DeviceMessages.Statuses
    {
        let (drafts, withoutIntroduction, eventCount) = try look { engine throws(StoreError) in
            try checkConnection(wanted.account, engine)
            let account = engine.signedInAccount(wanted.account)
            let withoutIntroduction = engine.groupIDsWithoutIntroduction(account: account, groupID: wanted.groupID)
            if wanted.omitsStatuses == true { return ([StatusDraft](), withoutIntroduction, engine.eventCount) }
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
            return (drafts, withoutIntroduction, engine.eventCount)
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
            groupIDsWithoutIntroduction: withoutIntroduction,
            eventCount: eventCount
        )
    }

    /// Of which groups an account may have no introductory offer now: all, or this one.
    package func deviceGroupIDsWithoutIntroduction(account: String, groupID: String?) throws(StoreError) -> [String] {
        try look { engine throws(StoreError) in
            try checkConnection(account, engine)
            return engine.groupIDsWithoutIntroduction(account: engine.signedInAccount(account), groupID: groupID)
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

    /// The same, for a device in this process.
    package var deviceTrustPolicy: TrustPolicy {
        let root = authority.jwsAnchor
        let policy = TrustPolicy.trusting([root])
        return environment == .xcode ? policy.addingXcodeTesting([root]) : policy
    }

    // MARK: Signing

    private struct TransactionDraft: Sendable {
        let transaction: StoreTransaction
        /// What is signed: the transaction; of a restored copy, its original.
        let contents: StoreTransaction
        let issuer: Issuer
        let device: UUID
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
        TransactionDraft(
            transaction: transaction,
            contents: try contents(of: transaction, engine),
            issuer: try issuer(for: transaction.accountID, engine),
            device: device,
            flaw: engine.certificateFlaw(transaction.accountID)
        )
    }

    private func payload(of draft: TransactionDraft) -> TransactionPayload {
        var payload = TransactionPayload(draft.contents, draft.issuer)
        let nonce = nonce("transaction \(draft.transaction.transactionID)", draft.device)
        payload.json.bind(to: draft.device, nonce: nonce)
        return payload
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
            jws: try deviceSign(payload(of: draft), flaw: draft.flaw)
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
