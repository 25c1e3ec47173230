import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation

/// Asks the App Store Server API how a subscription stands.
struct SubscriptionCheck: Sendable {
    /// What came of a question.
    enum Outcome: Sendable {
        case answered(PurchaseFacts)
        /// There will be no other answer: the App Store knows no such subscription or customer.
        case refusedForGood(String)
        /// Not now; perhaps not before a date.
        case noAnswer(String, until: Date?)
    }

    let clients: ServerAPIClients

    /// Whether there is anybody to ask.
    var isPossible: Bool { !clients.isEmpty }

    func ask(about subscription: DueSubscription) async throws(CancellationError) -> Outcome {
        guard let client = clients.client(of: subscription.bundleID, in: subscription.environment) else {
            // There may be one tomorrow.
            return .noAnswer("no key of the App Store Server API for its app", until: nil)
        }
        do {
            let statuses = try await client.subscriptionStatuses(of: subscription.originalTransactionID)
            var facts = PurchaseFacts()
            for item in statuses.subscriptions {
                // One that states nothing usable must not cost the others.
                guard let some = try? PurchaseFacts(transaction: item.transaction, renewalInfo: item.renewalInfo) else {
                    continue
                }
                facts.formUnion(some)
            }
            return .answered(facts)
        } catch {
            switch error.code {
            case .cancelled: throw CancellationError()
            case .refused where error.errorCode.map { !$0.isRetryable } ?? false:
                return .refusedForGood(error.description)
            default: return .noAnswer(error.description, until: error.retryAt)
            }
        }
    }
}
