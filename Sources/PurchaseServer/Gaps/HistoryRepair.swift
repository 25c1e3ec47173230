import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import Logging

/// Asks for the history of purchases that nothing was heard of for long: each from the revision that was known last, so
/// that an answer has only what is new or has changed.
struct HistoryRepair: Sendable {
    let storage: PurchaseDatabase
    let clients: ServerAPIClients
    let rules: EntitlementRules
    /// After how many seconds of silence a purchase is asked about; nil for never.
    let silence: TimeInterval?
    let now: @Sendable () -> Date
    let logger: Logger

    /// How many purchases one round asks about in one App Store.
    static let perRound = 500
    /// How long, in seconds, a new walk waits after the last one.
    private static let pause: TimeInterval = 86_400
    private static let batch = 50

    /// - Parameter forgotten: The App Stores in which all known purchases may be behind, and since when.
    func run(forgotten: [AppStoreEnvironment: Date], _ report: inout RepairReport) async throws {
        guard !clients.isEmpty else { return }
        for environment in [AppStoreEnvironment.production, .sandbox] {
            // Another server on the same database may be on the same walk.
            let name = "histories \(environment.rawValue)"
            guard var work = try await HeldWork(name, in: storage, now: now) else { continue }
            do {
                if let walk = try await walk(in: environment, behindSince: forgotten[environment]) {
                    try await go(walk, &work, &report)
                }
            } catch {
                await work.end()
                throw error
            }
            await work.end()
        }
    }

    /// The walk to go on with, or a new one if it is time for it.
    private func walk(in environment: AppStoreEnvironment, behindSince date: Date?) async throws -> HistoryWalk? {
        let stored = try await storage.historyWalk(in: environment)
        let known = stored.flatMap { $0.isCredible(at: now()) ? $0 : nil }
        // Once for each absence, however long the list of notifications cannot be read.
        if let date, known.map({ $0.heardBefore <= date }) ?? true {
            let begun = HistoryWalk(environment: environment, heardBefore: now())
            try await storage.save(begun)
            return begun
        }
        if let known, known.ended.map({ $0.addingTimeInterval(Self.pause) > now() }) ?? true {
            return known.ended == nil ? known : nil
        }
        return silence.map { HistoryWalk(environment: environment, heardBefore: now().addingTimeInterval(-$0)) }
    }

    private func go(_ walk: HistoryWalk, _ work: inout HeldWork, _ report: inout RepairReport) async throws {
        var walk = walk
        var asked = 0
        while asked < Self.perRound {
            try Task.checkCancellation()
            let batch = try await storage.silentPurchases(on: walk, at: now(), limit: Self.batch)
            for purchase in batch {
                guard try await work.goOn() else { return }
                do {
                    try await ask(about: purchase)
                } catch let error as ServerAPIError {
                    if error.code == .cancelled { throw CancellationError() }
                    report.failures.append(error.description)
                    logger.warning("a history could not be read", metadata: ["error": "\(error)"])
                    guard error.concernsOnePurchase else { return }
                    // It would be the first again in every round, and nothing behind it would ever be asked about.
                    try await record(PurchaseFacts(), about: purchase, revision: purchase.revision)
                }
                walk.after = purchase.chain.originalTransactionID
                asked += 1
                report.askedHistories += 1
            }
            if batch.count < Self.batch { walk.ended = now() }
            try await storage.save(walk)
            if walk.ended != nil { return }
        }
        report.isUnfinished = true
    }

    private func ask(about purchase: SilentPurchase) async throws {
        guard let client = clients.client(of: purchase.bundleID, in: purchase.chain.environment) else { return }
        var facts = PurchaseFacts()
        var revision = purchase.revision
        do {
            for try await page in client.transactionHistoryPages(
                of: purchase.chain.originalTransactionID,
                resumingAt: purchase.revision
            ) {
                for transaction in page.transactions {
                    // One that states nothing usable must not cost the others.
                    if let fact = try? PurchaseFact(transaction) { facts.insert(fact) }
                }
                revision = page.revision ?? revision
            }
        } catch {
            guard error.code == .refused, !error.isRetryable else { throw error }
            // The App Store does not know it, or not from there: it is asked from the beginning next time.
            revision = nil
        }
        try await record(facts, about: purchase, revision: revision)
    }

    private func record(_ facts: PurchaseFacts, about purchase: SilentPurchase, revision: String?) async throws {
        try await storage.record(facts, inHistoryOf: purchase, revision: revision, receivedAt: now()) {
            PollSchedule(rules: rules, now: now()).nextCheck(of: $0)
        }
    }
}

extension ServerAPIError {
    /// Whether the answer about one purchase is at fault; else it is the App Store or the key, and others fare no better.
    fileprivate var concernsOnePurchase: Bool {
        [.notVerified, .malformedAnswer, .responseTooLong, .endlessPages, .invalidRequest].contains(code)
    }
}
