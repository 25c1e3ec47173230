import AppReceipt
public import AppStoreModels
public import AppStoreTrust
public import Foundation
import OutgoingHTTP

/// Answers `verifyReceipt` without Apple's `verifyReceipt`: from the receipt itself and the App Store Server API.
///
/// ```swift
/// let replacement = VerifyReceiptReplacement(asking: client, sharedSecret: AppSharedSecret(secret))
/// let verifier = VerifyReceiptClient(sharedSecret: AppSharedSecret(secret), transport: replacement)
/// let answer = try await verifier.verify(receiptData: receipt.base64EncodedString())
/// ```
///
/// It stands where the network was: whoever sends `verifyReceipt` requests through an `HTTPTransport` is given this one and
/// notices nothing. ``answer(_:as:)`` is the same without HTTP. What it answers where, and what nobody but Apple's servers
/// knew: <doc:VerifyReceiptReplacing>.
public struct VerifyReceiptReplacement: Sendable {
    private let client: ServerAPIClient
    private let validator: AppReceiptValidator
    private let sharedSecret: AppSharedSecret?
    private let listsFinishedConsumables: Bool
    let endpoints: VerifyReceiptEndpoints
    let others: (any HTTPTransport)?
    let totalTimeout: TimeInterval
    private let now: @Sendable () -> Date
    private let onRefusal: @Sendable (VerifyReceiptRefusal) -> Void
    private let clock: any Clock<Duration>

    /// A replacement.
    ///
    /// - Parameters:
    ///   - client: Asks the App Store Server API; its app is the one whose customers are looked up.
    ///   - policy: Who may sign receipts.
    ///   - sharedSecret: What requests about auto-renewable subscriptions must send as `password`; nil if any will do.
    ///   - endpoints: The addresses at which requests are answered here.
    ///   - others: Sends requests to all other addresses; nil refuses them.
    ///   - listsFinishedConsumables: Whether `latest_receipt_info` has finished consumables too. Apple's had not; leaving
    ///     them out takes version 1 of the transaction history, which Apple has deprecated.
    ///   - totalTimeout: How long one answer may take, in seconds, with all calls and pages.
    ///   - now: The current time, for `request_date`.
    ///   - onRefusal: Is told why a status other than 0 was answered: a status says less than the error behind it.
    public init(
        asking client: ServerAPIClient,
        policy: TrustPolicy = .appStore,
        sharedSecret: AppSharedSecret? = nil,
        endpoints: VerifyReceiptEndpoints = .apple,
        others: (any HTTPTransport)? = nil,
        listsFinishedConsumables: Bool = false,
        totalTimeout: TimeInterval = 60,
        now: @escaping @Sendable () -> Date = { Date() },
        onRefusal: @escaping @Sendable (VerifyReceiptRefusal) -> Void = { _ in }
    ) {
        self.init(
            asking: client,
            policy: policy,
            sharedSecret: sharedSecret,
            endpoints: endpoints,
            others: others,
            listsFinishedConsumables: listsFinishedConsumables,
            totalTimeout: totalTimeout,
            now: now,
            clock: .continuous,
            onRefusal: onRefusal
        )
    }

    /// - Parameter clock: Measures how long an answer takes.
    package init(
        asking client: ServerAPIClient,
        policy: TrustPolicy,
        sharedSecret: AppSharedSecret?,
        endpoints: VerifyReceiptEndpoints,
        others: (any HTTPTransport)?,
        listsFinishedConsumables: Bool,
        totalTimeout: TimeInterval,
        now: @escaping @Sendable () -> Date,
        clock: any Clock<Duration>,
        onRefusal: @escaping @Sendable (VerifyReceiptRefusal) -> Void
    ) {
        self.client = client
        validator = AppReceiptValidator(policy: policy, rules: [])
        self.sharedSecret = sharedSecret
        self.listsFinishedConsumables = listsFinishedConsumables
        self.endpoints = endpoints
        self.others = others
        self.totalTimeout = totalTimeout
        self.now = now
        self.clock = clock
        self.onRefusal = onRefusal
    }

    /// Answers one request as the server of an environment did.
    ///
    /// - Parameters:
    ///   - request: What would have been sent to Apple.
    ///   - environment: Which of Apple's two servers is stood in for; all but production are the sandbox's.
    /// - Returns: Status 0 with the receipt and the customer's state, or another status alone; see ``VerifyReceiptRefusal``.
    /// - Throws: `CancellationError`, if the task was cancelled.
    public func answer(
        _ request: VerifyReceiptRequest,
        as environment: AppStoreEnvironment
    ) async throws(CancellationError) -> VerifyReceiptResponse {
        try await answer(request, as: environment, within: totalTimeout)
    }

    func answer(
        _ request: VerifyReceiptRequest,
        as environment: AppStoreEnvironment,
        within seconds: TimeInterval
    ) async throws(CancellationError) -> VerifyReceiptResponse {
        let refusal: VerifyReceiptRefusal
        do {
            return try await success(request, environment == .production ? .production : .sandbox, within: seconds)
        } catch let error as VerifyReceiptRefusal {
            refusal = error
        } catch {
            throw CancellationError()
        }
        onRefusal(refusal)
        return refusal.response
    }

    private func success(
        _ request: VerifyReceiptRequest,
        _ environment: AppStoreEnvironment,
        within seconds: TimeInterval
    ) async throws -> VerifyReceiptResponse {
        let receipt = try genuineReceipt(request)
        try Self.check(receipt, environment)
        let isSecretRight = sharedSecret.map { $0.matches(request.password ?? "") } ?? true
        guard isSecretRight || !receipt.hasAutoRenewables else { throw VerifyReceiptRefusal.sharedSecret }
        var response = VerifyReceiptResponse()
        response.status = .valid
        response.environment = environment
        response.receipt = receipt.verifyReceiptJSON(requestDate: now())
        // A genuine receipt of another app is valid too: its customers are not ours to ask about.
        guard receipt.bundleID == client.app.bundleID else { return response }
        let purchases = try await purchases(of: receipt, in: environment, within: seconds)
        let hasAutoRenewables = receipt.hasAutoRenewables || purchases.hasAutoRenewables && isSecretRight
        // Nobody but the App Store signs a newer one, and any receipt of the customer leads to the same state.
        if hasAutoRenewables || request.password != nil { response.latestReceipt = request.receiptData }
        if hasAutoRenewables {
            let newestOnly = request.excludeOldTransactions == true
            response.latestReceiptInfo = purchases.latestReceiptInfo(newestOnly: newestOnly)
            response.pendingRenewalInfo = purchases.pendingRenewalInfo
        }
        return response
    }

    /// The receipt, if the App Store signed it.
    private func genuineReceipt(_ request: VerifyReceiptRequest) throws(VerifyReceiptRefusal) -> AppReceipt {
        // Plain base64 only, as with Apple; a receipt begins with the tag of a SEQUENCE.
        guard let data = request.receiptData.flatMap({ Data(base64: $0) }), data.first == 0x30 else {
            throw .noReceipt
        }
        do {
            return try validator.validated(data).payload
        } catch {
            throw VerifyReceiptRefusal(error)
        }
    }

    private static func check(
        _ receipt: AppReceipt,
        _ environment: AppStoreEnvironment
    ) throws(VerifyReceiptRefusal) {
        switch (receipt.environment?.appStoreEnvironment, environment) {
        case (.production, .production), (.sandbox, .sandbox): return
        case (.sandbox, _): throw .sandboxReceipt
        case (.production, _): throw .productionReceipt
        default: throw .unknownStore
        }
    }

    /// What the App Store Server API knows of the customer of a receipt.
    private func purchases(
        of receipt: AppReceipt,
        in environment: AppStoreEnvironment,
        within seconds: TimeInterval
    ) async throws -> CustomerPurchases {
        let lookUp = CustomerLookUp(
            client: client.asking(ServerAPIClient.routing(to: environment)),
            listsFinishedConsumables: listsFinishedConsumables
        )
        do {
            return try await withDeadline(.possible(seconds: seconds), clock: clock) {
                try await lookUp.purchases(of: receipt)
            }
        } catch is DeadlinePassed {
            throw VerifyReceiptRefusal.outOfTime(seconds)
        } catch let error as ServerAPIError where error.code != .cancelled {
            throw VerifyReceiptRefusal(error)
        }
    }
}
