import AppStoreServerClient
import Entitlements
import Foundation

/// Asks the App Store for everything that it knows about the person who has a purchase.
struct AppStoreQuestion: Sendable {
    /// What the App Store said.
    struct Answer: Sendable {
        var facts = PurchaseFacts()
        /// Whether every transaction is in it: a receipt is silent about finished consumables.
        var isComplete = false
        /// The answer about a receipt, with the newer receipt that came with it.
        var verification: Verification?
    }

    /// Why there is no answer.
    struct Failure: Error {
        let reason: String
        /// Whether it may be there later.
        let isTemporary: Bool
    }

    let clients: ServerAPIClients
    let verification: ReceiptVerification

    /// By the App Store Server API where there is a key; else, or where that does not know the purchase, by the receipt.
    func ask(about purchase: ComparablePurchase) async throws -> Answer {
        guard let client = clients.client(of: purchase.bundleID, in: purchase.chain.environment) else {
            guard let receipt = purchase.receipt else {
                throw Failure(
                    reason: "there is neither a key of the App Store Server API for its app nor a receipt",
                    isTemporary: false
                )
            }
            return try await ask(with: receipt)
        }
        do {
            return try await ask(client, about: purchase.chain.originalTransactionID)
        } catch let error as ServerAPIError {
            if error.code == .cancelled { throw CancellationError() }
            if error.code == .refused, !error.isRetryable, let receipt = purchase.receipt {
                return try await ask(with: receipt)
            }
            throw Failure(reason: error.description, isTemporary: error.code != .refused || error.isRetryable)
        }
    }

    private func ask(_ client: ServerAPIClient, about identifier: String) async throws -> Answer {
        var answer = Answer(isComplete: true)
        for try await page in client.transactionHistoryPages(of: identifier) {
            for transaction in page.transactions {
                // One that states nothing usable must not cost the others.
                if let fact = try? PurchaseFact(transaction) { answer.facts.insert(fact) }
            }
        }
        guard !answer.facts.subscriptionChains.isEmpty else { return answer }
        for item in try await client.subscriptionStatuses(of: identifier).subscriptions {
            guard let some = try? PurchaseFacts(transaction: item.transaction, renewalInfo: item.renewalInfo) else {
                continue
            }
            answer.facts.formUnion(some)
        }
        return answer
    }

    private func ask(with receipt: LatestReceipt) async throws -> Answer {
        let result = await verification.verify(
            receipt.receipt,
            of: receipt.bundleID,
            startingWith: receipt.environment
        )
        try Task.checkCancellation()
        switch result {
        case .genuine(let genuine):
            return Answer(facts: genuine.verification.facts, verification: genuine.verification)
        case .refused(let rejection): throw Failure(rejection, isTemporary: false)
        case .noAnswer(let rejection): throw Failure(rejection, isTemporary: true)
        }
    }
}

extension AppStoreQuestion.Failure {
    fileprivate init(_ rejection: Rejection, isTemporary: Bool) {
        self.init(reason: "\(rejection.code): \(rejection.message)", isTemporary: isTemporary)
    }
}
