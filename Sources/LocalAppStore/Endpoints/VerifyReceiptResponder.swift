import AppReceipt
public import AppStoreModels
import AppStoreTrust
import Foundation

/// Answers `verifyReceipt` requests for one store, as Apple's servers answer them.
///
/// Keep it for long: it remembers the certificate chain it has checked.
package struct VerifyReceiptResponder: Sendable {
    private let store: LocalAppStore
    private let sharedSecret: String?
    private let validator: AppReceiptValidator

    /// A verification for a store.
    ///
    /// - Parameters:
    ///   - store: Knows the receipts' signer and the customers.
    ///   - sharedSecret: What requests about auto-renewable subscriptions must send as `password`; nil if any will do.
    package init(store: LocalAppStore, sharedSecret: String? = nil) {
        self.store = store
        self.sharedSecret = sharedSecret
        validator = AppReceiptValidator(policy: store.trustPolicy, rules: [])
    }

    /// The server of the environment that the store is in: Apple's production server, or the sandbox's for all others.
    package var ownEndpoint: VerifyReceiptEndpoint { store.environment == .production ? .production : .sandbox }

    /// The answer to a request; changes nothing but the count of faults that strike `latest_receipt`.
    ///
    /// The first rule that is broken decides: 21002 for data that is no receipt, 21003 for a signature that is not this
    /// store's, 21007 and 21008 for the wrong endpoint, 21004 for the wrong shared secret, 21010 for purchases of an
    /// account that is no longer there.
    package func answer(_ request: VerifyReceiptRequest, endpoint: VerifyReceiptEndpoint) -> VerifyReceiptResponse {
        do {
            return try success(request, endpoint)
        } catch {
            var response = VerifyReceiptResponse()
            response.status = error.status
            return response
        }
    }

    /// A status other than 0.
    private struct Refusal: Error {
        let status: ReceiptStatusCode

        init(_ status: ReceiptStatusCode) { self.status = status }
    }

    private func success(
        _ request: VerifyReceiptRequest,
        _ endpoint: VerifyReceiptEndpoint
    ) throws(Refusal) -> VerifyReceiptResponse {
        let receipt = try genuineReceipt(request)
        try check(receipt.environment, endpoint)
        let engine = store.engine
        var response = VerifyReceiptResponse()
        response.status = .valid
        response.environment = endpoint.environment
        response.receipt = receipt.verifyReceiptJSON(requestDate: engine.now)
        let isSecretRight = sharedSecret == nil || request.password == sharedSecret
        guard isSecretRight || !receipt.hasAutoRenewables else { throw Refusal(.sharedSecretMismatch) }
        // A genuine receipt of another app is valid too: the developer must look at the bundle identifier.
        guard receipt.bundleID == store.app.bundleID, let account = try account(of: receipt, engine) else {
            return response
        }
        let state = AccountState(account: account, engine: engine)
        let hasAutoRenewables = receipt.hasAutoRenewables || state.hasAutoRenewables && isSecretRight
        if hasAutoRenewables || request.password != nil {
            response.latestReceipt = latestReceipt(renewing: receipt, state, account)
        }
        if hasAutoRenewables {
            response.latestReceiptInfo = state.latestReceiptInfo(newestOnly: request.excludeOldTransactions == true)
            response.pendingRenewalInfo = state.pendingRenewalInfo
        }
        return response
    }

    /// The receipt, if this store signed it.
    private func genuineReceipt(_ request: VerifyReceiptRequest) throws(Refusal) -> AppReceipt {
        // Apple takes plain base64 only; a receipt begins with the tag of a SEQUENCE.
        guard let data = request.receiptData.flatMap({ Data(base64: $0) }), data.first == 0x30 else {
            throw Refusal(.malformedOrMissingData)
        }
        let validation = validator.validate(data)
        if let failure = validation.failures.first {
            throw Refusal(failure.code.meansNoReceipt ? .malformedOrMissingData : .notAuthenticated)
        }
        guard let receipt = validation.receipt else { throw Refusal(.malformedOrMissingData) }
        return receipt
    }

    private func check(
        _ environment: ReceiptEnvironment?,
        _ endpoint: VerifyReceiptEndpoint
    ) throws(Refusal) {
        switch (environment?.appStoreEnvironment, endpoint) {
        case (.production, .production), (.sandbox, .sandbox): return
        case (.sandbox, .production): throw Refusal(.sandboxReceipt)
        case (.production, .sandbox): throw Refusal(.productionReceipt)
        default: throw Refusal(.notAuthenticated)
        }
    }

    /// Whose receipt it is; nil if it does not say.
    private func account(of receipt: AppReceipt, _ engine: StoreEngine) throws(Refusal) -> String? {
        for purchase in receipt.inAppPurchases {
            if let transaction = try? engine.transaction(purchase.transactionID) { return transaction.accountID }
        }
        let mark = receipt.encryptedData7.map { Array($0) } ?? []
        if let download = AccountMark.appTransactionID(in: mark, seed: store.seed),
            let account = engine.account(appTransactionID: download),
            AccountMark.bytes(of: account, seed: store.seed) == mark
        {
            return account.id
        }
        guard receipt.inAppPurchases.isEmpty else { throw Refusal(.accountNotFound) }
        return nil
    }

    private func latestReceipt(renewing receipt: AppReceipt, _ state: AccountState, _ account: String) -> String? {
        let latest = try? store.latestReceipt(renewing: receipt, state.transactions, account: account)
        return latest.flatMap { $0.isEmpty ? nil : $0.base64EncodedString() }
    }
}

extension LocalAppStore {
    /// The answer of `verifyReceipt`; changes nothing but the count of faults that strike `latest_receipt`.
    ///
    /// - Parameters:
    ///   - request: What the developer's server sends.
    ///   - endpoint: Which of the two servers is asked.
    ///   - sharedSecret: What requests about auto-renewable subscriptions must send as `password`; nil if any will do.
    public func verifyReceipt(
        _ request: VerifyReceiptRequest,
        endpoint: VerifyReceiptEndpoint,
        sharedSecret: String? = nil
    ) -> VerifyReceiptResponse {
        VerifyReceiptResponder(store: self, sharedSecret: sharedSecret).answer(request, endpoint: endpoint)
    }
}
