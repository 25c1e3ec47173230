import AppStoreModels
import Entitlements
import Foundation

extension PurchaseServerApplication {
    /// Compares what is known about purchases with what the App Store says now, and takes its word on request.
    ///
    /// ```swift
    /// let report = try await server.reconcile(ReconciliationOrder(mends: true)) { step in
    ///     for row in step.differences { print(row.originalTransactionID, row.kind, row.known ?? "-", row.stated ?? "-") }
    /// }
    /// ```
    ///
    /// The App Store Server API is asked where there is a key for the app; `verifyReceipt` where only a receipt is known. A
    /// server need not run for it, and one that runs on the same database is not disturbed. Purchases are looked at in a
    /// fixed order: cancel the task whenever you like, and go on from ``ReconciliationStep/position``, or by an order that
    /// ``ReconciliationOrder/resumes``.
    ///
    /// - Parameters:
    ///   - order: What is compared, and whether it is mended.
    ///   - progress: Called for each purchase that was asked about, in order; what it throws ends the run.
    /// - Returns: What came of all of it. A run ends early, with ``ReconciliationReport/interruption``, if the App Store
    ///   gives no answer to many questions in a row.
    /// - Throws: ``PurchaseServerError``, code `configuration`, for a position that is none or a customer of whom nothing is known; others if the database fails.
    public func reconcile(
        _ order: ReconciliationOrder = ReconciliationOrder(),
        progress: @escaping @Sendable (ReconciliationStep) async throws -> Void = { _ in }
    ) async throws -> ReconciliationReport {
        let question = AppStoreQuestion(clients: appStore, verification: verification)
        return try await Reconciliation(
            storage: storage,
            question: question,
            rules: configuration.entitlementRules,
            now: configuration.now,
            order: order,
            progress: progress
        ).run()
    }
}

/// One walk along all purchases.
struct Reconciliation: Sendable {
    let storage: PurchaseDatabase
    let question: AppStoreQuestion
    let rules: EntitlementRules
    let now: @Sendable () -> Date
    let order: ReconciliationOrder
    let progress: @Sendable (ReconciliationStep) async throws -> Void

    /// How many questions are asked at once.
    private static let atOnce = 8
    /// After how many questions in a row without an answer for now the App Store is taken to be away.
    private static let patience = 24
    /// How many purchases are remembered as answered along with others of the same person.
    private static let maximumCovered = 100_000

    func run() async throws -> ReconciliationReport {
        guard var work = try await HeldWork(order.workName, in: storage, now: now) else { throw Self.isUnderWay }
        do {
            let report = try await run(&work)
            await work.end()
            return report
        } catch {
            await work.end()
            throw error
        }
    }

    private static let isUnderWay = PurchaseServerError(
        .databaseBusy,
        "another program reconciles the same purchases on this database; let it end, or end it and wait some minutes"
    )

    private func run(_ work: inout HeldWork) async throws -> ReconciliationReport {
        var report = ReconciliationReport()
        try await checkCustomer()
        if order.resumes, order.position == nil {
            report.resumedFrom = try await storage.reconciliationPosition(of: order, at: now())
        }
        let start = order.position ?? report.resumedFrom
        var last = try start.map(ReconciliationPosition.read)
        let total = try await storage.countComparablePurchases(after: last, of: order.customer, in: order.environment)
        var covered: Set<ChainKey> = []
        var unanswered = 0
        var answeredUpTo = start
        while true {
            try Task.checkCancellation()
            guard try await work.goOn() else { throw Self.isUnderWay }
            let left = (order.maximumPurchases ?? .max) - report.checked
            let limit = min(Self.atOnce, left)
            guard limit > 0 else { break }
            let batch = try await storage.comparablePurchases(
                after: last,
                of: order.customer,
                in: order.environment,
                limit: limit
            )
            guard !batch.isEmpty else {
                report.position = nil
                try await storage.keepReconciliationPosition(nil, of: order, at: now())
                return report
            }
            if covered.count > Self.maximumCovered { covered = [] }
            let answers = try await ask(about: batch.filter { !covered.contains($0.chain) })
            for purchase in batch {
                last = purchase.chain
                report.checked += 1
                report.position = ReconciliationPosition.text(purchase.chain)
                guard let answer = answers[purchase.chain], !covered.contains(purchase.chain) else { continue }
                let outcome = try await settle(purchase, answer, &covered)
                report.count(outcome)
                unanswered = outcome.isTemporary ? unanswered + 1 : 0
                if !outcome.isTemporary { answeredUpTo = report.position }
                try await progress(
                    ReconciliationStep(
                        environment: purchase.chain.environment,
                        originalTransactionID: purchase.chain.originalTransactionID,
                        differences: outcome.differences,
                        failure: outcome.failure,
                        checked: report.checked,
                        total: total,
                        position: ReconciliationPosition.text(purchase.chain)
                    )
                )
                if unanswered >= Self.patience {
                    report.interruption = outcome.failure
                    report.position = answeredUpTo
                    return report
                }
            }
            // Whatever ends the run from here on, it went as far as this.
            let position = unanswered == 0 ? report.position : answeredUpTo
            try await storage.keepReconciliationPosition(position, of: order, at: now())
        }
        return report
    }

    /// Demands that the customer is one: of a name with a slip in it everything would seem to be in order.
    private func checkCustomer() async throws {
        guard let customer = order.customer else { return }
        let record = try await storage.record(of: customer)
        guard record.createdDate != nil || record.pendingUploads > 0 else {
            throw PurchaseServerError(
                .configuration,
                "nothing is known about the customer \(customer.value.prefix(80)); look at the spelling"
            )
        }
    }

    private typealias Answer = Result<AppStoreQuestion.Answer, AppStoreQuestion.Failure>

    private func ask(about purchases: [ComparablePurchase]) async throws -> [ChainKey: Answer] {
        try await withThrowingTaskGroup(of: (ChainKey, Answer).self) { group in
            for purchase in purchases {
                group.addTask {
                    do {
                        return (purchase.chain, .success(try await question.ask(about: purchase)))
                    } catch let failure as AppStoreQuestion.Failure {
                        return (purchase.chain, .failure(failure))
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// What came of one question.
    struct Outcome {
        var differences: [ReconciliationDifference] = []
        var failure: String?
        var isTemporary = false
    }

    private func settle(
        _ purchase: ComparablePurchase,
        _ answer: Answer,
        _ covered: inout Set<ChainKey>
    ) async throws -> Outcome {
        let said: AppStoreQuestion.Answer
        switch answer {
        case .failure(let failure): return Outcome(failure: failure.reason, isTemporary: failure.isTemporary)
        case .success(let answer): said = answer
        }
        let chains = said.facts.chains.union([purchase.chain]).subtracting(covered)
        let known = try await storage.facts(of: chains)
        let latest = now().addingTimeInterval(rules.clockTolerance)
        var outcome = Outcome()
        for chain in chains.sorted(by: { $0.originalTransactionID < $1.originalTransactionID }) {
            outcome.differences +=
                FactComparison(
                    of: chain,
                    known: known[chain] ?? PurchaseFacts(),
                    stated: said.facts.about(chain),
                    isComplete: said.isComplete,
                    notAfter: latest
                ).differences
        }
        covered.formUnion(chains)
        if order.mends, outcome.differences.contains(where: \.isMended) {
            try await take(said, about: purchase)
        } else {
            for index in outcome.differences.indices { outcome.differences[index].isMended = false }
        }
        return outcome
    }

    /// Takes the App Store's word in, the way the poller does.
    private func take(_ answer: AppStoreQuestion.Answer, about purchase: ComparablePurchase) async throws {
        let schedule: PurchaseStorage.Schedule = { PollSchedule(rules: rules, now: now()).nextCheck(of: $0) }
        if let verification = answer.verification, let receipt = purchase.receipt {
            try await storage.record(verification, of: receipt, schedule: schedule)
        } else {
            try await storage.record(
                answer.facts,
                aboutOwnersOf: purchase,
                receivedAt: now(),
                schedule: schedule
            )
        }
    }
}

extension ReconciliationReport {
    fileprivate mutating func count(_ outcome: Reconciliation.Outcome) {
        differences += outcome.differences.count
        mended += outcome.differences.count(where: \.isMended)
        if outcome.failure != nil { failures += 1 }
    }
}

extension PurchaseFacts {
    /// Those about one chain.
    fileprivate func about(_ chain: ChainKey) -> PurchaseFacts {
        PurchaseFacts(
            purchases: purchases.filter { ChainKey($0) == chain },
            renewals: renewals.filter { ChainKey($0) == chain }
        )
    }
}

extension ReconciliationOrder {
    /// By which two runs know that they do the same.
    fileprivate var workName: String {
        "reconcile \(mends) \(environment?.rawValue ?? "") \(customer?.value ?? "")"
    }
}
