import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Entitlements
import Foundation

/// Asks the App Store Server API for everything about the customer of a transaction.
struct ImportQuestion: Sendable {
    /// One client for each app, in the order in which they are asked.
    private let clientsOfApps: [(bundleID: String, client: ServerAPIClient)]
    let apps: ServedApps
    let environments: Set<AppStoreEnvironment>

    /// - Parameter turns: Counts what servers on the same database send, too; nil where there are none.
    init(_ configuration: PurchaseServerConfiguration, sharing turns: (any SharedTurns)?) {
        apps = ServedApps(configuration)
        environments = apps.acceptedEnvironments
        clientsOfApps = configuration.appsWithAccess.map { app, access in
            let client = ServerAPIClient(
                key: access.key,
                app: app,
                verifier: SignedDataVerifier(configuration),
                addresses: access.addresses,
                retryPolicy: configuration.retryPolicy,
                // What is in a list was not bought this moment: that it is unknown is believed at once.
                limits: ServerAPILimits(totalTimeout: 120, freshPurchaseWindow: 0),
                transport: configuration.transport,
                now: configuration.outsideNow ?? configuration.now,
                sleep: configuration.sleep
            )
            return (app.bundleID, turns.map { client.sharing($0) } ?? client)
        }
    }

    /// Whether there is a key for an app.
    func canAsk(about bundleID: String) -> Bool { clientsOfApps.contains { $0.bundleID == bundleID } }

    /// - Parameter bundleID: The app, if it is known; else all are asked about at once, because one of which no answer comes
    ///   would hold up each transaction for minutes.
    /// - Throws: ``ImportRefusal``; ``ImportError`` if the key of no app is any good, which makes every question vain.
    func facts(
        of identifier: String,
        in environment: AppStoreEnvironment?,
        of bundleID: String?
    ) async throws -> PurchaseFacts {
        if let bundleID, !apps.bundleIDs.contains(bundleID) {
            throw ImportRefusal(.unknownApp, "this server does not serve \(bundleID.prefix(155))")
        }
        let clients = clientsOfApps.filter { bundleID == nil || $0.bundleID == bundleID }
        guard !clients.isEmpty else {
            throw ImportRefusal(.noServerAPIKey, "a transaction can be looked up with an In-App Purchase key only")
        }
        if let environment, !environments.contains(environment) {
            throw ImportRefusal(.environmentNotAccepted, "purchases in \(environment.rawValue) do not count")
        }
        let asked = clients.map { (bundleID: $0.bundleID, client: $0.client.asking(routing(environment))) }
        let known = try await firstAnswer(asked) { bundleID, client in
            try await facts(of: identifier, about: bundleID, client)
        }
        guard let known else {
            throw ImportRefusal(.unknownTransaction, "the App Store knows no transaction \(identifier)")
        }
        return known
    }

    /// What one app knows: no two have the same transaction. Without one, the reason of the first that might know it.
    private func firstAnswer(
        _ clients: [(bundleID: String, client: ServerAPIClient)],
        _ ask: @escaping @Sendable (String, ServerAPIClient) async throws -> PurchaseFacts
    ) async throws -> PurchaseFacts? {
        try await withThrowingTaskGroup(of: (Int, Result<PurchaseFacts, any Error>).self) { group in
            for (place, (bundleID, client)) in clients.enumerated() {
                group.addTask {
                    do { return (place, .success(try await ask(bundleID, client))) } catch {
                        return (place, .failure(error))
                    }
                }
            }
            var reasons: [Int: any Error] = [:]
            for try await (place, answer) in group {
                switch answer {
                case .success(let facts):
                    group.cancelAll()
                    return facts
                case .failure(let refusal as ImportRefusal) where refusal.code == .unknownTransaction: break
                case .failure(let reason): reasons[place] = reason
                }
            }
            guard let first = reasons.min(by: { $0.key < $1.key })?.value else { return nil }
            let refused = reasons.values.compactMap { ($0 as? ImportRefusal)?.code }.filter { $0 == .unauthenticated }
            // Another row would fare no better.
            if refused.count == clientsOfApps.count, let refusal = first as? ImportRefusal {
                throw ImportError(.unauthenticated, refusal.detail)
            }
            throw first
        }
    }

    private func routing(_ environment: AppStoreEnvironment?) -> ServerAPIRouting {
        switch environment {
        case .production?: .production
        case .some: .sandbox
        case nil where !environments.contains(.sandbox): .production
        case nil: .productionThenSandbox
        }
    }

    private func facts(
        of identifier: String,
        about bundleID: String,
        _ client: ServerAPIClient
    ) async throws -> PurchaseFacts {
        do {
            var facts = PurchaseFacts()
            var renews = false
            for try await page in client.transactionHistoryPages(of: identifier) {
                for transaction in page.transactions {
                    guard let fact = try? PurchaseFact(transaction) else { continue }
                    renews = renews || fact.expiresDate != nil
                    facts.insert(fact)
                }
            }
            try check(facts)
            guard renews else { return facts }
            for item in try await client.subscriptionStatuses(of: identifier).subscriptions {
                guard let some = try? PurchaseFacts(transaction: item.transaction, renewalInfo: item.renewalInfo) else {
                    continue
                }
                facts.formUnion(some)
            }
            return facts
        } catch let error as ServerAPIError {
            throw try Self.refusal(error, about: bundleID)
        }
    }

    private func check(_ facts: PurchaseFacts) throws(ImportRefusal) {
        for fact in facts.purchases {
            guard let bundleID = fact.bundleID, apps.accept(fact.environment, of: bundleID) else {
                throw ImportRefusal(
                    .environmentNotAccepted,
                    "purchases in \(fact.environment.rawValue.prefix(40)) do not count"
                )
            }
        }
    }

    private static func refusal(_ error: ServerAPIError, about bundleID: String) throws -> ImportRefusal {
        switch error.code {
        case .cancelled: throw CancellationError()
        case .unauthenticated, .invalidKey, .signing:
            return ImportRefusal(
                .unauthenticated,
                "the App Store does not take the key of \(bundleID.prefix(155)): \(error.reason)"
            )
        case .notVerified: return ImportRefusal(.notVerified, error.reason)
        case .invalidRequest: return ImportRefusal(.unknownTransaction, error.reason)
        case .refused where error.errorCode.map { !$0.isRetryable } ?? false:
            let isGone = error.errorCode == .accountNotFound
            return ImportRefusal(isGone ? .accountNotFound : .unknownTransaction, error.description)
        default: return ImportRefusal(.appStoreUnavailable, error.description)
        }
    }
}
