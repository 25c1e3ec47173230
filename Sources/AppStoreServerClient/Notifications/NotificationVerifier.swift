public import AppStoreModels
public import AppStoreTrust
public import Foundation

/// Verifies App Store Server Notifications (version 2) and what is signed inside them.
///
/// Checked are, in this order: the signature and certificates of the whole, its app and App Store, then the same for the
/// transaction, then for the renewal information. Renewal information names no app, so anybody's would verify; it is
/// accepted only if it is of the subscription that the transaction in the same envelope belongs to.
public struct NotificationVerifier: Sendable {
    private let verifiedPayload: @Sendable (String) throws(TrustError) -> Data
    private let apps: [String: AppIdentity]
    private let environments: Set<AppStoreEnvironment>

    /// A verifier.
    ///
    /// - Parameters:
    ///   - policy: Whose signatures are accepted.
    ///   - apps: The apps whose notifications are accepted.
    ///   - environments: The App Stores whose notifications are accepted.
    ///   - now: The current time, for payloads that carry no date of their own.
    public init(
        policy: TrustPolicy = .appStore,
        apps: [AppIdentity],
        environments: Set<AppStoreEnvironment> = [.production, .sandbox],
        now: @escaping @Sendable () -> Date
    ) {
        let verifier = JWSVerifier(policy: policy)
        self.init(apps: apps, environments: environments) { (compact) throws(TrustError) in
            try verifier.verify(compact, now: now()).payload
        }
    }

    init(
        apps: [AppIdentity],
        environments: Set<AppStoreEnvironment>,
        verifiedPayload: @escaping @Sendable (String) throws(TrustError) -> Data
    ) {
        self.verifiedPayload = verifiedPayload
        self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { _, last in last }
        self.environments = environments
    }

    /// Verifies the member `signedPayload` of a notification's body.
    ///
    /// - Throws: ``NotificationError`` with the first rule that failed.
    public func verify(signedPayload: String) throws(NotificationError) -> VerifiedNotification {
        let payload = try read(NotificationPayload.self, from: signedPayload, "signedPayload")
        guard let identifier = payload.notificationUUID else {
            throw NotificationError(.missingMember, "the notification has no notificationUUID")
        }
        let source = try checkedSource(of: payload)
        let transaction: TransactionPayload? =
            if let signed = payload.data?.signedTransactionInfo {
                try verify(signedTransaction: signed, from: source)
            } else { nil }
        let renewalInfo: RenewalInfoPayload? =
            if let signed = payload.data?.signedRenewalInfo {
                try verify(signedRenewalInfo: signed, boundTo: transaction, from: source)
            } else { nil }
        return VerifiedNotification(
            payload: payload,
            notificationUUID: identifier,
            transaction: transaction,
            renewalInfo: renewalInfo
        )
    }

    /// Verifies a signed transaction on its own, as a device or the App Store Server API delivers it.
    ///
    /// - Throws: ``NotificationError`` with the first rule that failed.
    public func verify(signedTransaction: String) throws(NotificationError) -> TransactionPayload {
        let transaction = try read(TransactionPayload.self, from: signedTransaction, "signedTransactionInfo")
        _ = try checkedSource(
            bundleID: transaction.bundleID,
            environment: transaction.environment,
            appAppleID: nil,
            of: "the transaction"
        )
        return transaction
    }
}

/// The app and the App Store that a notification comes from.
private struct Source: Equatable {
    let bundleID: String
    let environment: AppStoreEnvironment?
}

extension NotificationVerifier {
    /// The app and App Store named by the one of the four bodies that is there.
    private func checkedSource(of payload: NotificationPayload) throws(NotificationError) -> Source {
        let bodies = ["data", "summary", "appData", "externalPurchaseToken"]
        guard let body = bodies.lazy.compactMap({ payload.json[object: $0] }).first else {
            throw NotificationError(.missingMember, "the notification has none of \(bodies.joined(separator: ", "))")
        }
        let source = try checkedSource(
            bundleID: body[string: "bundleId"],
            environment: body[string: "environment"].map(AppStoreEnvironment.init(rawValue:)),
            appAppleID: body[integer: "appAppleId"],
            of: "the notification"
        )
        if source.environment == .production, let expected = apps[source.bundleID]?.appAppleID,
            body[integer: "appAppleId"] != expected
        {
            throw NotificationError(.wrongApp, "the notification is not about the app with appAppleId \(expected)")
        }
        return source
    }

    private func checkedSource(
        bundleID: String?,
        environment: AppStoreEnvironment?,
        appAppleID: Int64?,
        of what: String
    ) throws(NotificationError) -> Source {
        guard let bundleID else { throw NotificationError(.missingMember, "\(what) has no bundleId") }
        guard apps[bundleID] != nil else {
            throw NotificationError(.wrongApp, "\(what) is about the app \(bundleID.prefix(155)), which is not ours")
        }
        if let environment, !environments.contains(environment) {
            throw NotificationError(.wrongEnvironment, "\(what) comes from \(environment.rawValue.prefix(40))")
        }
        return Source(bundleID: bundleID, environment: environment)
    }

    private func verify(signedTransaction: String, from source: Source) throws(NotificationError) -> TransactionPayload
    {
        let transaction = try verify(signedTransaction: signedTransaction)
        guard Source(bundleID: transaction.bundleID ?? "", environment: transaction.environment) == source else {
            throw NotificationError(.wrongEnvironment, "transaction and notification differ in app or environment")
        }
        return transaction
    }

    private func verify(
        signedRenewalInfo: String,
        boundTo transaction: TransactionPayload?,
        from source: Source
    ) throws(NotificationError) -> RenewalInfoPayload {
        let renewal = try read(RenewalInfoPayload.self, from: signedRenewalInfo, "signedRenewalInfo")
        guard let chain = transaction?.originalTransactionID, renewal.originalTransactionID == chain else {
            throw NotificationError(
                .unboundRenewalInfo,
                "the renewal information is of another subscription than the transaction"
            )
        }
        guard renewal.environment == source.environment else {
            throw NotificationError(.wrongEnvironment, "renewal information and notification differ in environment")
        }
        return renewal
    }

    private func read<Payload: JSONBacked>(
        _ type: Payload.Type,
        from compact: String,
        _ member: String
    ) throws(NotificationError) -> Payload {
        let bytes: Data
        do throws(TrustError) {
            bytes = try verifiedPayload(compact)
        } catch {
            throw NotificationError(.untrusted, "\(member): \(error)", trust: error)
        }
        do throws(JSONError) {
            return try Payload(jsonData: bytes)
        } catch {
            throw NotificationError(.malformedPayload, "\(member): \(error)")
        }
    }
}
