import AppReceipt
import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation

/// Does what one row asks for.
struct ImportSettler: Sendable {
    let storage: PurchaseDatabase
    let question: ImportQuestion
    let configuration: PurchaseServerConfiguration

    private static let actor = "import"

    /// Asks what a row is about; keeps nothing.
    ///
    /// - Throws: ``ImportError`` if the key of no app is any good.
    func answer(to row: ImportRow) async throws -> ImportAnswer {
        do {
            switch row.subject {
            case .purchase(let identifier, let environment, let bundleID):
                return .history(try await question.facts(of: identifier, in: environment, of: bundleID), of: identifier)
            case .receipt(let receipt): return try await answer(to: receipt)
            case .signed(let jws): return .signed(try ingestion.read(SignedUpload(transactions: [jws])))
            case .grant(let levels, let start, let end): return .grant(levels, start: start, end: end)
            }
        } catch let refusal as ImportRefusal {
            return .refused(refusal)
        } catch let rejection as Rejection {
            return .refused(ImportRefusal(rejection))
        }
    }

    /// Does what a row asks for.
    ///
    /// - Throws: ``PurchaseServerError`` if nothing can be stored.
    func keep(_ answer: ImportAnswer, to row: ImportRow) async throws -> ImportOutcome {
        let refusal: ImportRefusal
        do {
            return try await keep(answer, to: row, at: configuration.now())
        } catch let error as ImportRefusal {
            refusal = error
        } catch let rejection as Rejection {
            refusal = ImportRefusal(rejection)
        }
        return ImportOutcome(refusal.code, refusal.detail)
    }

    private func keep(_ answer: ImportAnswer, to row: ImportRow, at date: Date) async throws -> ImportOutcome {
        if case .refused(let refusal) = answer { throw refusal }
        let aliases = try await keepNames(of: row, at: date)
        switch answer {
        case .history(let facts, let identifier): try await keep(facts, named: identifier, of: row, at: date)
        case .receipt(let facts, let answerDate):
            try await claim(facts, stated: answerDate, for: row.customer, at: date)
        case .signed(let stated): _ = try await ingestion.keep(stated, of: row.customer)
        case .grant(let levels, let start, let end):
            for level in levels { try await give(level, start, end, row, at: date) }
        case .refused: break
        }
        let attributes = row.attributes.mapValues {
            // Whatever the app says from now on was said later.
            CustomerAttribute(value: $0, updatedDate: row.firstSeen.map { min($0, date) } ?? date)
        }
        let homeless = try await storage.save(attributes, of: row.customer, at: date)
        return ImportOutcome(takenWithout: row.oddAttributes + homeless, aliases)
    }

    private var ingestion: TransactionIngestion { TransactionIngestion(configuration, storage) }

    /// - Returns: What became of each alias. One that names another account stays there: who has it is in the database
    ///   already.
    private func keepNames(of row: ImportRow, at date: Date) async throws -> [MergeOutcome] {
        _ = try await storage.meet(row.customer, on: nil, at: min(row.firstSeen ?? date, date))
        var outcomes: [MergeOutcome] = []
        for alias in row.aliases {
            let note = AuditNote(date: date, actor: Self.actor)
            outcomes.append(try await storage.merge(alias, into: row.customer, note))
        }
        return outcomes
    }

    // MARK: Purchases

    /// The purchase that was named is the customer's. What else the same App Store account has bought may be named in
    /// another row, for somebody else; it is given to the customer of the first such row if it is nobody's at the end.
    private func keep(
        _ facts: PurchaseFacts,
        named identifier: String,
        of row: ImportRow,
        at date: Date
    ) async throws {
        let originals = facts.purchases.filter {
            $0.transactionID == identifier || $0.originalTransactionID == identifier
        }
        .map(\.originalTransactionID)
        let named = facts.filtered { originals.contains($0) }
        guard !named.purchases.isEmpty else {
            throw ImportRefusal(.unknownTransaction, "the history of \(identifier) does not have it")
        }
        try await storage.keepLeftovers(facts.filtered { !originals.contains($0) }, of: row, at: date, schedule)
        try await claim(named, stated: facts.newestStatement, for: row.customer, at: date)
    }

    private func claim(
        _ facts: PurchaseFacts,
        stated answerDate: Date?,
        for customer: CustomerID,
        at date: Date
    ) async throws {
        let outcome = try await storage.record(
            facts,
            of: customer,
            receivedAt: date,
            answerDate: answerDate,
            schedule: schedule
        )
        guard outcome.held.isEmpty, !outcome.refused.isEmpty else { return }
        throw ImportRefusal(.purchaseOfAnotherCustomer, "by the policy it stays with the customer who has it")
    }

    private func answer(to receipt: Data) async throws -> ImportAnswer {
        let inspection = ReceiptInspection(
            policy: configuration.trustPolicy,
            apps: ServedApps(configuration).bundleIDs
        )
        do {
            let inspected = try inspection.inspect(receipt)
            guard question.canAsk(about: inspected.bundleID), inspected.isSignatureChecked else {
                return try await verified(inspected)
            }
            let parsed = try AppReceipt(wireForm: inspected.receipt)
            guard let newest = parsed.inAppPurchases.max(by: { $0.purchaseDate < $1.purchaseDate }) else {
                throw ImportRefusal(.receiptWithoutPurchases, "the receipt is genuine and has no purchases")
            }
            let facts = try await question.facts(
                of: newest.originalTransactionID ?? newest.transactionID,
                in: nil,
                of: inspected.bundleID
            )
            return .receipt(facts, answerDate: facts.newestStatement)
        } catch let rejection as Rejection {
            throw ImportRefusal(rejection)
        } catch let error as AppReceiptError {
            throw ImportRefusal(.receiptMalformed, error.reason)
        }
    }

    /// By `verifyReceipt`, where there is no key of the app for the other way.
    private func verified(_ inspected: ReceiptInspection.Inspected) async throws -> ImportAnswer {
        switch await ReceiptVerification(configuration).verify(inspected.receipt, of: inspected.bundleID) {
        case .genuine(let genuine):
            return .receipt(genuine.verification.facts, answerDate: genuine.verification.statedDate)
        case .refused(let rejection), .noAnswer(let rejection): throw rejection
        }
    }

    // MARK: Grants

    private func give(_ level: String, _ start: Date?, _ end: Date?, _ row: ImportRow, at date: Date) async throws {
        guard end.map({ $0 > start ?? date }) ?? true else {
            throw ImportRefusal(.grantMalformed, "it has ended, and does not say when it began")
        }
        // The same row again is the same grant, whatever else it says now.
        let name = "import-\(row.subjectDigest.hexadecimal.prefix(24))-\(level.prefix(40))"
        let grant = Grant(
            try EntitlementGrant(
                id: name,
                level: EntitlementLevel(rawValue: level),
                startDate: start ?? date,
                endDate: end
            ),
            madeDate: date,
            actor: Self.actor
        )
        guard case .granted = try await storage.save(grant, of: row.customer, fixesStart: start != nil) else {
            throw ImportRefusal(.grantExists, "the customer has another grant of this name, or too many")
        }
    }

    private var schedule: PurchaseStorage.Schedule {
        { [configuration] facts in
            PollSchedule(rules: configuration.entitlementRules, now: configuration.now()).nextCheck(of: facts)
        }
    }
}

extension ImportRefusal {
    /// What the ways in by which apps come say about a row.
    init(_ rejection: Rejection) {
        let code: ImportOutcome.Code =
            switch rejection.code {
            case "receipt-foreign-app": .receiptForeignApp
            case "receipt-not-authentic": .receiptNotAuthentic
            case "transaction-not-authentic", "transaction-incomplete": .transactionNotAuthentic
            case "purchase-of-another-customer": .purchaseOfAnotherCustomer
            case "account-not-found": .accountNotFound
            case "environment-not-accepted": .environmentNotAccepted
            default: rejection.httpStatus >= 500 ? .appStoreUnavailable : .receiptMalformed
            }
        self.init(code, rejection.message)
    }
}

extension PurchaseFacts {
    /// Those of chains whose first transaction passes.
    fileprivate func filtered(_ passes: (String) -> Bool) -> PurchaseFacts {
        PurchaseFacts(
            purchases: purchases.filter { passes($0.originalTransactionID) },
            renewals: renewals.filter { passes($0.originalTransactionID) }
        )
    }
}
