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
        try deviceUnsignedTransactions(selection, account: account, device: device).map { unsigned throws(StoreError) in
            try signed(unsigned)
        }
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
            // They are all of one account.
            guard let owner = shown.first?.accountID else { return [] }
            let terms = try signingTerms(for: owner, device: device, engine)
            return try shown.map { transaction throws(StoreError) in try unsigned(transaction, terms, engine) }
        }
    }

    /// Buys for a device in this process, and gives what was bought before it is written down and signed.
    ///
    /// - Returns: No transaction also where a device that asks for it now does not get it.
    package func devicePurchase(
        _ request: PurchaseRequest,
        device: UUID
    ) throws(StoreError) -> (DevicePurchase, UnsignedTransaction?) {
        try perform { engine throws(StoreError) -> (DevicePurchase, UnsignedTransaction?) in
            let purchase = try engine.devicePurchase(request)
            let account = request.accountID
            guard let transaction = purchase.outcome.transaction, !engine.isCutOff(account),
                transaction.accountID == engine.signedInAccount(account)
            else { return (purchase, nil) }
            return (purchase, try? self.unsigned(transaction, device: device, engine))
        }
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
                    transaction: try signed(draft.transaction),
                    renewalInfo: try deviceSign(draft.renewalInfo, flaw: draft.flaw)
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

    private struct StatusDraft: Sendable {
        let groupID: String
        let status: SubscriptionStatusCode
        let transaction: UnsignedTransaction
        let renewalInfo: RenewalInfoPayload
        let flaw: CertificateFlaw?
    }

    private func signingTerms(
        for account: String,
        device: UUID,
        _ engine: StoreEngine
    ) throws(StoreError) -> SigningTerms {
        SigningTerms(
            issuer: try issuer(for: account, engine),
            device: device,
            flaw: engine.certificateFlaw(account)
        )
    }

    private func unsigned(
        _ transaction: StoreTransaction,
        device: UUID,
        _ engine: StoreEngine
    ) throws(StoreError) -> UnsignedTransaction {
        try unsigned(transaction, try signingTerms(for: transaction.accountID, device: device, engine), engine)
    }

    private func unsigned(
        _ transaction: StoreTransaction,
        _ terms: SigningTerms,
        _ engine: StoreEngine
    ) throws(StoreError) -> UnsignedTransaction {
        UnsignedTransaction(transaction, contents: try contents(of: transaction, engine), terms, store: self)
    }

    /// - Parameter transactionID: Of what the device asked for; of a restored copy, not what the payload has.
    func payload(
        of contents: StoreTransaction,
        bindingTo transactionID: String,
        _ terms: SigningTerms
    ) -> TransactionPayload {
        var payload = TransactionPayload(contents, terms.issuer)
        payload.json.bind(to: terms.device, nonce: nonce("transaction \(transactionID)", terms.device))
        return payload
    }

    private func draft(
        of subscription: StoreSubscription,
        device: UUID,
        _ engine: StoreEngine
    ) throws(StoreError) -> StatusDraft {
        var renewalInfo = try renewalInfoPayload(of: subscription, engine)
        renewalInfo.json.bind(to: device, nonce: nonce("renewal \(subscription.originalTransactionID)", device))
        let latest = try engine.transaction(subscription.latestTransactionID)
        let terms = try signingTerms(for: latest.accountID, device: device, engine)
        return StatusDraft(
            groupID: subscription.groupID,
            status: subscription.status,
            transaction: try unsigned(latest, terms, engine),
            renewalInfo: renewalInfo,
            flaw: terms.flaw
        )
    }

    private func signed(_ unsigned: UnsignedTransaction) throws(StoreError) -> DeviceMessages.SignedTransaction {
        DeviceMessages.SignedTransaction(
            transactionID: unsigned.transactionID,
            isFinished: unsigned.isFinished,
            jws: try unsigned.sign(unsigned.payload())
        )
    }

    /// Signs as the environment does: Xcode has one certificate, which a fault of certificates has nothing to do with.
    func deviceSign(_ payload: some JSONBacked, flaw: CertificateFlaw?) throws(StoreError) -> String {
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
