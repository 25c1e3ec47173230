import AppStoreModels
import AppStoreServerClient
import Crypto
import Entitlements
import Foundation
import HTTPTypes
import Logging

/// Extends the period of a subscription at the App Store, and keeps what it says of the subscription then.
struct RenewalExtending: Sendable {
    let check: SubscriptionCheck
    let storage: any SubscriptionStorage
    let rules: EntitlementRules
    let now: @Sendable () -> Date
    let logger: Logger
    /// Which extensions were carried out.
    let requests: PurchaseDatabase

    /// Extends once: the same for the same period within a day has been done, and is not done again. That interface has no
    /// keys for repetition, and who hears no answer asks again.
    ///
    /// - Parameter fact: One of the subscription's periods.
    func extend(_ fact: PurchaseFact, days: Int, reason: Int, identifier: String) async throws {
        guard let client = check.clients.client(of: fact.bundleID, in: fact.environment) else {
            throw RevenueCatError(
                .unprocessableContent,
                .badSubscriptionKey,
                "this server has no key of the App Store Server API, so that it cannot extend anything"
            )
        }
        let request = Self.request(fact, days: days, reason: reason)
        switch try await requests.begin(request, at: now()) {
        case .new: break
        case .answered, .otherRequest: return await refresh(fact)
        case .underWay, .tooMany:
            throw RevenueCatError(.serviceUnavailable, .storeProblem, "this extension is under way; ask again later")
        }
        // Begun, it is carried out to its end: of a question that was cut off nobody knows whether it was heard.
        try await Task {
            try await carryOut(request) {
                try await ask(client, fact, days: days, reason: reason, identifier: identifier)
            }
        }.value
        await refresh(fact)
    }

    /// Keeps that it was done, or that it was refused. Where it may have been done, it counts as under way for a while.
    private func carryOut(_ request: RepeatableRequest, _ ask: () async throws -> Bool) async throws {
        do {
            guard try await ask() else {
                await requests.forget(request)
                throw RevenueCatError(.conflict, .storeProblem, "the App Store did not extend the subscription")
            }
            await requests.keep(request, status: 200, body: Data())
        } catch let error as ServerAPIError {
            if Self.isRefusal(error) { await requests.forget(request) }
            throw RevenueCatError(
                error.isRetryable ? .serviceUnavailable : .unprocessableContent,
                .storeProblem,
                error.description
            )
        }
    }

    /// Whether it is certain that nothing was extended.
    private static func isRefusal(_ error: ServerAPIError) -> Bool {
        let refusals: Set<ServerAPIError.Code> = [.refused, .unauthenticated, .invalidRequest, .invalidKey, .signing]
        return !error.isRetryable && refusals.contains(error.code)
    }

    private static func request(_ fact: PurchaseFact, days: Int, reason: Int) -> RepeatableRequest {
        let text = "\(fact.environment.rawValue) \(fact.transactionID) \(days) \(reason)"
        return RepeatableRequest(
            callerID: "renewal-extension",
            key: text,
            digest: Data(SHA256.hash(data: Data(text.utf8)))
        )
    }

    /// - Returns: Whether the App Store did it.
    private func ask(
        _ client: ServerAPIClient,
        _ fact: PurchaseFact,
        days: Int,
        reason: Int,
        identifier: String
    ) async throws -> Bool {
        try await client.extendRenewalDate(
            of: fact.originalTransactionID,
            byDays: days,
            reason: ExtendReasonCode(rawValue: reason),
            requestIdentifier: identifier
        ).success != false
    }

    /// What was extended is extended, whether or not the App Store also says so at once; it sends a notification, too.
    private func refresh(_ fact: PurchaseFact) async {
        let subscription = DueSubscription(
            environment: fact.environment,
            originalTransactionID: fact.originalTransactionID,
            bundleID: fact.bundleID,
            failedChecks: 0
        )
        do {
            let outcome = try await check.ask(about: subscription)
            guard case .answered(let facts) = outcome else {
                return logger.warning(
                    "a subscription was extended, and the App Store does not say what it is now",
                    metadata: ["outcome": "\(outcome)"]
                )
            }
            try await storage.record(facts, about: subscription, receivedAt: now()) { facts in
                PollSchedule(rules: rules, now: now()).nextCheck(of: facts)
            }
        } catch {
            logger.warning(
                "a subscription was extended, and what it is now is not known yet",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
