import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPTypes

/// Extends the period of a subscription at the App Store, and keeps what it says of the subscription then.
struct RenewalExtending: Sendable {
    let check: SubscriptionCheck
    let storage: any SubscriptionStorage
    let rules: EntitlementRules
    let now: @Sendable () -> Date

    /// - Parameter fact: One of the subscription's periods.
    func extend(_ fact: PurchaseFact, days: Int, reason: Int, identifier: String) async throws {
        guard let client = check.clients.client(of: fact.bundleID, in: fact.environment) else {
            throw RevenueCatError(
                .unprocessableContent,
                .badSubscriptionKey,
                "this server has no key of the App Store Server API, so that it cannot extend anything"
            )
        }
        do {
            let answer = try await client.extendRenewalDate(
                of: fact.originalTransactionID,
                byDays: days,
                reason: ExtendReasonCode(rawValue: reason),
                requestIdentifier: identifier
            )
            guard answer.success != false else {
                throw RevenueCatError(.conflict, .storeProblem, "the App Store did not extend the subscription")
            }
        } catch let error as ServerAPIError {
            throw RevenueCatError(
                error.isRetryable ? .serviceUnavailable : .unprocessableContent,
                .storeProblem,
                error.description
            )
        }
        await refresh(fact)
    }

    /// What was extended is extended, whether or not the App Store also says so at once; it sends a notification, too.
    private func refresh(_ fact: PurchaseFact) async {
        let subscription = DueSubscription(
            environment: fact.environment,
            originalTransactionID: fact.originalTransactionID,
            bundleID: fact.bundleID,
            failedChecks: 0
        )
        guard case .answered(let facts)? = try? await check.ask(about: subscription) else { return }
        try? await storage.record(facts, about: subscription, receivedAt: now()) { facts in
            PollSchedule(rules: rules, now: now()).nextCheck(of: facts)
        }
    }
}
