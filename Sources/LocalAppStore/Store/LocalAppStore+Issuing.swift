public import AppReceipt
public import AppStoreModels
import AppStoreTrust
public import Foundation

extension LocalAppStore {
    /// The receipt of an account on a device, as it would be after a refresh now: PKCS#7, DER.
    ///
    /// It has every purchase and renewal of the account, consumables only until they are finished. The same state gives
    /// the same bytes. Style and digest are those of the settings. Faults of receipts strike, as they do on a device.
    ///
    /// - Returns: The receipt; empty if a fault says that there is none.
    /// - Throws: `unknownAccount`, `signingFailed`, `journalFailed`
    public func receipt(account: String, device: DeviceIdentifier) throws(StoreError) -> Data {
        let contents = try look { engine throws(StoreError) in
            try receiptContents(engine, account: account, device: device)
        }
        return try handOut(contents.drawnUp(), account: account)
    }

    /// What the receipt of an account on a device has to say now.
    func receiptContents(
        _ engine: StoreEngine,
        account: String,
        device: DeviceIdentifier
    ) throws(StoreError) -> ReceiptContents {
        ReceiptContents(
            transactions: engine.transactions(account: account),
            issuer: try issuer(for: account, engine),
            device: device,
            digest: engine.settings.receiptDigest,
            flaw: engine.certificateFlaw(account),
            seed: seed,
            name: "\(account) \(device)"
        )
    }

    /// A receipt as it would have been signed when it was drawn up.
    func sign(_ receipt: UnsignedReceipt) throws(StoreError) -> Data { try signer.sign(receipt) }

    /// What a signed transaction says; of a restored copy, what its original says.
    ///
    /// - Throws: `unknownTransaction`
    public func transactionPayload(_ transactionID: String) throws(StoreError) -> TransactionPayload {
        try look { engine throws(StoreError) in try transactionPayload(of: engine.transaction(transactionID), engine) }
    }

    func transactionPayload(
        of found: StoreTransaction,
        _ engine: StoreEngine
    ) throws(StoreError) -> TransactionPayload {
        TransactionPayload(try contents(of: found, engine), try issuer(for: found.accountID, engine))
    }

    /// What is signed as a transaction: itself; of a restored copy, its original.
    func contents(of found: StoreTransaction, _ engine: StoreEngine) throws(StoreError) -> StoreTransaction {
        try found.restoredTransactionID.map { id throws(StoreError) in try engine.transaction(id) } ?? found
    }

    /// What signed renewal information says.
    ///
    /// - Throws: `unknownSubscription`
    public func renewalInfoPayload(_ originalTransactionID: String) throws(StoreError) -> RenewalInfoPayload {
        try look { engine throws(StoreError) in
            try renewalInfoPayload(of: engine.subscription(originalTransactionID), engine)
        }
    }

    /// What signed renewal information says.
    ///
    /// - Parameter event: When it was true; nil for now.
    func renewalInfoPayload(
        of subscription: StoreSubscription,
        asOf event: StoreEvent? = nil,
        _ engine: StoreEngine
    ) throws(StoreError) -> RenewalInfoPayload {
        let terms = engine.plan(subscription.autoRenewProductID).map { engine.renewalTerms(of: subscription, $0) }
        var payload = RenewalInfoPayload(
            subscription,
            renewal: terms,
            try issuer(for: subscription.accountID, at: event?.date, engine)
        )
        let winBacks = engine.eligibleWinBackOfferIDs(of: subscription, asOf: event)
        if !winBacks.isEmpty { payload.json["eligibleWinBackOfferIds"] = .array(winBacks.map(JSONValue.string)) }
        return payload
    }

    /// A transaction as the App Store signs it: JWS, ES256, three certificates in `x5c`.
    ///
    /// - Throws: `unknownTransaction`, `signingFailed`
    public func signedTransaction(_ transactionID: String) throws(StoreError) -> String {
        let (payload, flaw) = try look { engine throws(StoreError) in
            let transaction = try engine.transaction(transactionID)
            return (try transactionPayload(of: transaction, engine), engine.certificateFlaw(transaction.accountID))
        }
        return try sign(payload, with: flaw)
    }

    /// Renewal information as the App Store signs it: JWS, ES256, three certificates in `x5c`.
    ///
    /// - Throws: `unknownSubscription`, `signingFailed`
    public func signedRenewalInfo(_ originalTransactionID: String) throws(StoreError) -> String {
        let (payload, flaw) = try look { engine throws(StoreError) in
            let subscription = try engine.subscription(originalTransactionID)
            return (try renewalInfoPayload(of: subscription, engine), engine.certificateFlaw(subscription.accountID))
        }
        return try sign(payload, with: flaw)
    }

    /// Any payload, for example a notification, signed as the App Store signs it.
    ///
    /// - Parameters:
    ///   - payload: What is signed, as it is.
    ///   - account: Whose data it is; nil for nobody's. Faults of an account strike only what is about it.
    /// - Throws: `signingFailed`
    public func sign(_ payload: some JSONBacked, for account: String? = nil) throws(StoreError) -> String {
        try sign(payload, with: look { $0.certificateFlaw(account) })
    }

    func sign(_ payload: some JSONBacked, with flaw: CertificateFlaw?) throws(StoreError) -> String {
        do {
            return try signer.authority(with: flaw).jwsSigner.sign(JSONValue.object(payload.json).jsonBytes)
        } catch {
            throw StoreError(.signingFailed, "the payload could not be signed: \(error)")
        }
    }

    func issuer(for account: String, at date: Date? = nil, _ engine: StoreEngine) throws(StoreError) -> Issuer {
        Issuer(
            app: app,
            environment: claimedEnvironment(account, engine),
            account: try engine.account(account),
            date: date ?? engine.now
        )
    }

    /// What data of an account says of where it comes from.
    func claimedEnvironment(_ account: String?, _ engine: StoreEngine) -> AppStoreEnvironment {
        let environment = engine.settings.environment ?? openedEnvironment
        guard let fault = engine.signingFault(.wrongEnvironment, account) else { return environment }
        return fault.parameters.environment ?? (environment == .production ? .sandbox : .production)
    }
}
