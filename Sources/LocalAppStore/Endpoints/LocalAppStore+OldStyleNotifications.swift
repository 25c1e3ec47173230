import AppReceipt
import AppStoreModels
import Foundation

extension LocalAppStore {
    /// What Apple's server would send about an event to an address for notifications of version 1; nil if it would send
    /// nothing there.
    ///
    /// The receipt and what is in it come from the same code as the answers of `verifyReceipt`, and say what was true when
    /// the event happened.
    ///
    /// - Throws: `unknownAccount`, `signingFailed`
    public func oldStyleNotification(for event: StoreEvent) throws(StoreError) -> OldStyleNotification? {
        guard let account = event.accountID, let notification = event.notification,
            let type = OldStyleNotificationType(
                notification.type,
                notification.subtype,
                of: event.transaction?.productType ?? (event.subscription == nil ? nil : .autoRenewableSubscription)
            )
        else { return nil }
        let environment = look { claimedEnvironment(account, $0) }
        var content: JSONObject = ["notification_type": .string(type.rawValue)]
        content[string: "environment"] = environment == .production ? "PROD" : environment.rawValue
        content[string: "bid"] = app.bundleID
        content[string: "bvrs"] = app.version
        if let subscription = event.subscription { tell(of: subscription, in: &content) }
        if let original = event.subscription?.originalTransactionID ?? event.transaction?.originalTransactionID {
            content["original_transaction_id"] = Int64(original).map { .number(JSONNumber($0)) }
        }
        if type == .didChangeRenewalStatus {
            VerifyReceiptDate.write(event.date, as: "auto_renew_status_change_date", to: &content)
        }
        content[object: "unified_receipt"] = try unifiedReceipt(of: account, asOf: event, environment).json
        return OldStyleNotification(type: type, date: event.date, content: content)
    }

    private func tell(of subscription: StoreSubscription, in content: inout JSONObject) {
        var noise = ReceiptNoise(seed: seed, text: "adam \(subscription.autoRenewProductID)")
        let number = noise.bytes(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        content[string: "auto_renew_adam_id"] = String(1_000_000_000 + number % 1_000_000_000)
        content[string: "auto_renew_product_id"] = subscription.autoRenewProductID
        content[string: "auto_renew_status"] = subscription.autoRenews ? "true" : "false"
        content["expiration_intent"] = subscription.expirationIntent.map { intent in
            JSONValue.number(JSONNumber(intent.rawValue))
        }
    }

    private func unifiedReceipt(
        of account: String,
        asOf event: StoreEvent,
        _ environment: AppStoreEnvironment
    ) throws(StoreError) -> VerifyReceiptResponse {
        let (state, contents) = try look { engine throws(StoreError) -> (AccountState, ReceiptContents) in
            let state = AccountState(account: account, engine: engine, asOf: event)
            return (state, try unifiedReceipt(on: account, state, event.date, environment, engine))
        }
        var response = VerifyReceiptResponse()
        response.status = .valid
        response.environment = environment
        response.latestReceipt = try handOut(contents.drawnUp(), account: account).base64EncodedString()
        // What it is about is in it, also if it was used up long ago.
        let listed = state.latestReceiptInfo(newestOnly: false, keeping: event.transaction?.transactionID)
        response.latestReceiptInfo = Array(listed.prefix(Self.unifiedReceiptLength))
        response.pendingRenewalInfo = state.pendingRenewalInfo
        return response
    }

    /// Apple's unified receipt lists the newest hundred.
    private static let unifiedReceiptLength = 100

    /// A receipt on no device in particular: Apple binds those in notifications to sixteen zeros, which nobody has.
    private func unifiedReceipt(
        on account: String,
        _ state: AccountState,
        _ date: Date,
        _ environment: AppStoreEnvironment,
        _ engine: StoreEngine
    ) throws(StoreError) -> ReceiptContents {
        ReceiptContents(
            transactions: state.transactions,
            issuer: Issuer(app: app, environment: environment, account: try engine.account(account), date: date),
            device: .ofNobody,
            digest: engine.settings.receiptDigest,
            flaw: engine.certificateFlaw(account),
            seed: seed,
            name: "unified receipt \(account)"
        )
    }
}

extension AccountState {
    /// The state when an event happened, whatever happened since.
    ///
    /// Exact as long as the store remembers: from the time at which somebody began to observe single events, or from the log
    /// for notifications that are missing. Of what is longer ago, the event and the dates of purchases tell.
    init(account: String, engine: StoreEngine, asOf event: StoreEvent) {
        if let then = engine.records(of: account, asOf: event.sequence) {
            self.init(transactions: then.transactions, subscriptions: then.subscriptions)
            return
        }
        let changed = Dictionary(event.transactions.map { ($0.transactionID, $0) }) { first, _ in first }
        var transactions = engine.transactions(account: account).compactMap { transaction -> StoreTransaction? in
            if let then = changed[transaction.transactionID] { return then }
            guard transaction.purchaseDate <= event.date else { return nil }
            var transaction = transaction
            if let date = transaction.revocationDate, date > event.date {
                transaction.revocationDate = nil
                transaction.revocationReason = nil
            }
            return transaction
        }
        // What was deleted since is still what is told of.
        let known = Set(transactions.map(\.transactionID))
        transactions += event.transactions.filter { !$0.isRestored && !known.contains($0.transactionID) }
        var subscriptions = engine.subscriptions(account: account)
        if let then = event.subscription {
            subscriptions.removeAll { $0.originalTransactionID == then.originalTransactionID }
            subscriptions.append(then)
        }
        self.init(transactions: transactions, subscriptions: subscriptions)
    }
}
