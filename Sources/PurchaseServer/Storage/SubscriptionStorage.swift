package import AppStoreModels
package import Entitlements
package import Foundation

/// A subscription that the App Store Server API is asked about, because there is no receipt to ask with.
package struct DueSubscription: Sendable, Hashable {
    /// The App Store that knows it.
    package let environment: AppStoreEnvironment
    /// The chain.
    package let originalTransactionID: String
    /// The app, as the newest fact has it.
    package let bundleID: String?
    /// How often the App Store was asked in vain since it last answered.
    package let failedChecks: Int
}

/// Where purchases are kept that came signed, without a receipt.
///
/// The rules of ``PurchaseStorage`` are those of its methods, too.
package protocol SubscriptionStorage: Sendable {
    /// Keeps what a device brought, and that the purchases belong to its customer.
    ///
    /// - Parameters:
    ///   - facts: What was verified.
    ///   - customer: Who brought it.
    ///   - originals: The same as it came; kept for each statement the one that was signed last.
    ///   - receivedAt: When it came, by the server's clock.
    ///   - answerDate: The App Store's time if it answered this right now; nil for what it stated at some time before.
    /// - Returns: What is the customer's now, and what stays with somebody else.
    func record(
        _ facts: PurchaseFacts,
        of customer: CustomerID,
        originals: [SignedOriginal],
        receivedAt: Date,
        answerDate: Date?,
        schedule: @escaping PurchaseStorage.Schedule
    ) async throws -> ClaimOutcome

    /// Keeps what the App Store Server API answered about a subscription.
    func record(
        _ facts: PurchaseFacts,
        about subscription: DueSubscription,
        receivedAt: Date,
        schedule: @escaping PurchaseStorage.Schedule
    ) async throws

    /// The subscriptions that a receipt is there to ask about, for who cannot ask with it.
    func subscriptions(ofReceipt receiptID: Int64) async throws -> [DueSubscription]

    /// Subscriptions without a receipt that are due; the one due longest first.
    func subscriptions(dueAt date: Date, limit: Int) async throws -> [DueSubscription]

    /// The same, for whoever asks the App Store: where several servers share the storage no other one gets them for a while.
    ///
    /// - Parameter store: Only those that this App Store is asked about; nil for all.
    func takeSubscriptions(
        dueAt date: Date,
        limit: Int,
        askedOf store: AskedAppStore?
    ) async throws -> [DueSubscription]

    /// Takes a subscription anew that has waited since it was taken.
    ///
    /// - Parameter taken: When that was, as it was said then.
    /// - Returns: false if it is no longer for whoever took it.
    func keepTaken(_ subscription: DueSubscription, since taken: Date, at date: Date) async throws -> Bool

    /// Keeps that there was no answer.
    ///
    /// - Parameter date: When to ask again; nil for never: only what comes by itself tells more.
    func postpone(_ subscription: DueSubscription, until date: Date?) async throws
}

extension SubscriptionStorage {
    /// Keeps what came otherwise than signed by itself, and that the purchases belong to a customer.
    package func record(
        _ facts: PurchaseFacts,
        of customer: CustomerID,
        receivedAt: Date,
        answerDate: Date?,
        schedule: @escaping PurchaseStorage.Schedule
    ) async throws -> ClaimOutcome {
        try await record(
            facts,
            of: customer,
            originals: [],
            receivedAt: receivedAt,
            answerDate: answerDate,
            schedule: schedule
        )
    }
}
