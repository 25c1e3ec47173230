public import AppStoreModels
public import Foundation

/// Verifies what the App Store signs, and that it is about one of our apps: transactions, renewal information, app
/// transactions, and notifications with what is signed inside them.
///
/// ```swift
/// let verifier = SignedDataVerifier(apps: [AppIdentity(bundleID: "com.example.app")], now: { Date() })
/// let transaction = try verifier.verify(signedTransaction: text)
/// ```
///
/// Each of its functions checks the same rules, in the order of ``SignedDataRule``: signature and chain, kind, date, app,
/// App Store. What is signed inside of a notification must be about the same app and come from the same App Store.
/// Renewal information names no app, so anybody's would verify; it is accepted only if it is of the subscription that a
/// verified transaction belongs to.
///
/// Keep one verifier for long: it remembers the chains it found good.
public struct SignedDataVerifier: Sendable {
    let verifier: JWSVerifier
    /// The apps by bundle identifier, nil if any will do.
    private(set) var apps: [String: AppIdentity]?
    let environments: Set<AppStoreEnvironment>
    let maximumClockSkew: TimeInterval
    let now: @Sendable () -> Date

    /// A verifier.
    ///
    /// - Parameters:
    ///   - policy: Whose signatures are accepted.
    ///   - apps: The apps whose data is accepted.
    ///   - environments: The App Stores whose data is accepted. App Review buys in the sandbox with production builds.
    ///   - maximumClockSkew: By how many seconds a date of signing may be later than now.
    ///   - now: The current time.
    public init(
        policy: TrustPolicy = .appStore,
        apps: [AppIdentity],
        environments: Set<AppStoreEnvironment> = [.production, .sandbox],
        maximumClockSkew: TimeInterval = 86_400,
        now: @escaping @Sendable () -> Date
    ) {
        verifier = JWSVerifier(policy: policy)
        self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { _, last in last }
        self.environments = environments
        self.maximumClockSkew = maximumClockSkew
        self.now = now
    }

    /// The same verifier, which does not look whose app the data is about.
    ///
    /// - Warning: Anybody can buy in an app of their own and send the transaction here.
    public func acceptingAnyApp() -> SignedDataVerifier {
        var verifier = self
        verifier.apps = nil
        return verifier
    }

    /// Verifies the member `signedPayload` of a notification's body, and what is signed inside it.
    ///
    /// - Throws: ``TrustError`` with the first rule that failed.
    public func verify(signedPayload: String) throws(TrustError) -> VerifiedNotification {
        let whole = examine(signedPayload, as: .notification)
        let payload: Verified<NotificationPayload> = try verified(whole)
        guard let identifier = payload.notificationUUID else { throw .missing("notificationUUID") }
        return VerifiedNotification(
            payload: payload,
            notificationUUID: identifier,
            transaction: try part(.transaction, of: whole),
            renewalInfo: try part(.renewalInfo, of: whole),
            appTransaction: try part(.appTransaction, of: whole)
        )
    }

    /// Verifies a signed transaction on its own, as a device or the App Store Server API delivers it.
    ///
    /// - Throws: ``TrustError`` with the first rule that failed.
    public func verify(signedTransaction: String) throws(TrustError) -> Verified<TransactionPayload> {
        try verified(examine(signedTransaction, as: .transaction))
    }

    /// Verifies signed renewal information that came with a transaction.
    ///
    /// - Parameters:
    ///   - signedRenewalInfo: The JWS.
    ///   - transaction: A transaction of the subscription that it must be about.
    /// - Throws: ``TrustError`` with the first rule that failed.
    public func verify(
        signedRenewalInfo: String,
        of transaction: Verified<TransactionPayload>
    ) throws(TrustError) -> Verified<RenewalInfoPayload> {
        var examination = examine(signedRenewalInfo, as: .renewalInfo)
        if let claims = examination.claims {
            let owner = SignedClaims(transaction.json)
            examination.checks += [sameStore(claims, in: owner), bound(claims, to: owner)]
        }
        return try verified(examination)
    }

    /// Verifies a signed app transaction, as a device delivers it.
    ///
    /// - Important: Whether it is this device's is shown by `deviceVerification`, which only the device can compute.
    /// - Throws: ``TrustError`` with the first rule that failed.
    public func verify(signedAppTransaction: String) throws(TrustError) -> Verified<AppTransactionPayload> {
        try verified(examine(signedAppTransaction, as: .appTransaction))
    }

    /// Says what became of each rule about signed data of any kind, and about what is signed inside it.
    public func examine(_ compact: String) -> SignedDataExamination { examine(compact, as: nil) }

    private func part<Payload: JSONBacked>(
        _ kind: SignedPayloadKind,
        of whole: SignedDataExamination
    ) throws(TrustError) -> Verified<Payload>? {
        guard let part = whole.parts.first(where: { $0.kind == kind }) else { return nil }
        return try verified(part)
    }

    private func verified<Payload: JSONBacked>(
        _ examination: SignedDataExamination
    ) throws(TrustError) -> Verified<Payload> {
        if let failure = examination.firstFailure { throw failure }
        guard let jws = examination.jws else { throw TrustError(.malformed, "there is no payload") }
        return Verified(byVerifier: Payload(json: jws.json))
    }
}
