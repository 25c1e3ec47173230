import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import Logging

extension PurchaseServerApplication {
    /// Tells the App Store about the use of purchases whose money customers want back, where it waits for that; what the
    /// server does by itself as soon as it is asked.
    ///
    /// - Returns: How many requests were answered.
    @discardableResult
    public func answerRefundRequestsDue() async throws -> Int { try await refundAnswering.answerDue() }

    var refundAnswering: RefundAnswering {
        RefundAnswering(
            storage: storage,
            clients: appStore,
            policies: configuration.consumptionPolicies.filter(\.value.customersHaveConsented),
            ledgerTerms: configuration.ledgerTerms,
            now: configuration.now,
            logger: configuration.logger
        )
    }
}

extension PurchaseServerConfiguration {
    /// What is told when somebody wants the money back, by bundle identifier.
    var consumptionPolicies: [String: ConsumptionPolicy] {
        let policies = apps.flatMap { app in
            app.bundleIDs.compactMap { bundleID in app.consumption.map { (bundleID, $0) } }
        }
        return Dictionary(policies) { $1 }
    }
}

/// Answers the App Store's questions about refunds: each once, with an answer that is on disk before it is sent.
struct RefundAnswering: Sendable {
    let storage: PurchaseDatabase
    let clients: ServerAPIClients
    /// Of apps whose customers have consented, by bundle identifier.
    let policies: [String: ConsumptionPolicy]
    let ledgerTerms: LedgerTerms
    let now: @Sendable () -> Date
    let logger: Logger

    /// The apps that answer.
    private var bundleIDs: Set<String> { clients.isEmpty ? [] : Set(policies.keys) }

    /// Whether any app answers.
    var isPossible: Bool { !bundleIDs.isEmpty }

    /// When the next request is to be answered; nil if none waits.
    func nextDue() async throws -> Date? { try await storage.nextRefundRequest(of: bundleIDs) }

    /// Works until nothing is due.
    func answerDue() async throws -> Int {
        var answered = 0
        while true {
            try Task.checkCancellation()
            // One at a time: what is taken for a while is answered in that while, and no other server answers it as well.
            guard let request = try await storage.refundRequests(of: bundleIDs, dueAt: now(), limit: 1).first else {
                return answered
            }
            if try await answer(request) { answered += 1 }
        }
    }

    /// - Returns: Whether the App Store has the answer.
    private func answer(_ request: RefundRequest) async throws -> Bool {
        guard let policy = policies[request.bundleID],
            let client = clients.client(of: request.bundleID, in: request.environment),
            let answer = try await self.answer(to: request, by: policy)
        else {
            try await storage.settle(request, failure: "the purchase is not known", at: now())
            return false
        }
        return try await send(answer, to: request, by: client) == nil
    }

    /// - Returns: Why the App Store does not have the answer; nil if it has.
    func send(_ answer: ConsumptionAnswer, to request: RefundRequest, by client: ServerAPIClient) async throws
        -> String?
    {
        do {
            switch answer.version {
            case .one:
                try await client.sendConsumptionV1(ConsumptionRequestV1(json: answer.body), of: request.transactionID)
            case .two:
                try await client.sendConsumption(ConsumptionRequest(json: answer.body), of: request.transactionID)
            }
            try await storage.settle(request, failure: nil, at: now())
            return nil
        } catch let error as ServerAPIError {
            if error.code == .cancelled { throw CancellationError() }
            logger.warning("the App Store did not take consumption information", metadata: ["error": "\(error)"])
            let isFinal = error.code == .invalidRequest || (error.code == .refused && !error.isRetryable)
            guard !isFinal else {
                try await storage.settle(request, failure: error.description, at: now())
                return error.reason
            }
            let date = now()
            let wait = date.addingTimeInterval(FailureBackoff.wait(after: request.attempts))
            // Later nobody waits for it; and what is put off for longer counts as put off by a clock that ran ahead.
            let until = min(max(wait, error.retryAt ?? wait), date.addingTimeInterval(RefundRequest.patience))
            try await storage.postpone(request, until: until, failure: error.description)
            return error.reason
        }
    }

    /// The answer that was made before, or one from what is known now.
    private func answer(to request: RefundRequest, by policy: ConsumptionPolicy) async throws -> ConsumptionAnswer? {
        if let made = request.answer { return made }
        let answer = try await draft(to: request, by: policy)
        if let answer { try await storage.keep(answer, to: request) }
        return answer
    }

    /// What would be said now; nil where the purchase is not known, or nobody has consented.
    func draft(to request: RefundRequest, by policy: ConsumptionPolicy) async throws -> ConsumptionAnswer? {
        let (transaction, owner) = try await storage.context(of: request)
        guard let transaction else { return nil }
        let use = PurchaseUse(
            of: transaction,
            owner: owner,
            ledger: try owner.map { try ledgerTerms.ledger(of: $0, at: now()) },
            at: now()
        )
        return ConsumptionRule(policy: policy, date: now()).answer(about: use)
    }
}
