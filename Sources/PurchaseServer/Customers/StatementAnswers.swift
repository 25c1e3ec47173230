import AppStoreModels
import Entitlements
import Foundation
import Locking
import Logging
import NIOCore

/// Answers what customers have. What was worked out once is kept in the database until it may be another answer.
final class StatementAnswers: Sendable {
    private struct Keeping {
        var waiting: [PurchaseDatabase.AnswerToKeep] = []
        /// Writes what waits; nil if nothing does.
        var writer: Task<Void, Never>?
    }

    private let configuration: PurchaseServerConfiguration
    private let storage: PurchaseDatabase
    private let rules: String
    private let keeping = Locked(Keeping())

    /// How many answers wait to be kept; others are worked out again when they are asked for next.
    static let maximumWaiting = 1_024
    /// How long an answer is kept at most, in seconds.
    static let maximumValidity: TimeInterval = 30 * 86_400

    init(_ configuration: PurchaseServerConfiguration, _ storage: PurchaseDatabase) {
        self.configuration = configuration
        self.storage = storage
        rules = SettingsDigest(configuration: configuration).statementRules
    }

    /// What a customer has now.
    ///
    /// - Parameter mayBeBehind: Whether it may be what the customer had some seconds ago.
    func answer(of customer: CustomerID, mayBeBehind: Bool = false) async throws -> StatementAnswer {
        if let kept = try await kept(of: customer, mayBeBehind: mayBeBehind) { return kept }
        let counted = try await storage.countedRecord(of: customer)
        let statement = try configuration.statement(of: counted.record)
        let json = statement.json
        let tag = EntityTag(of: json, besides: ["date"]).description
        let octets = JSONValue.object(json).jsonData
        if let person = counted.person, let kept = answer(statement, counted.record, octets, tag: tag) {
            keep(PurchaseDatabase.AnswerToKeep(answer: kept, person: person, revision: counted.revision))
        }
        return StatementAnswer(octets: ByteBuffer(bytes: octets), tag: tag)
    }

    /// The same, if it was worked out before; nil if it has to be.
    func kept(of customer: CustomerID, mayBeBehind: Bool) async throws -> StatementAnswer? {
        try await storage.keptAnswer(of: customer, rules: rules, at: configuration.now(), mayBeBehind: mayBeBehind)
    }

    /// The same where nothing has to be waited for; nil where something has to be, too.
    func keptAtOnce(of customer: CustomerID) throws -> StatementAnswer? {
        try storage.keptAnswerAtOnce(of: customer, rules: rules, at: configuration.now())
    }

    /// The same for other moments; nil if it is for this one alone.
    private func answer(
        _ statement: CustomerStatement,
        _ record: CustomerRecord,
        _ octets: Data,
        tag: String
    ) -> KeptAnswer? {
        let date = statement.date
        let limit = date.addingTimeInterval(Self.maximumValidity)
        let rules = configuration.entitlementRules
        let credits = configuration.ledgerTerms.countsPurchases ? record.credits : PurchaseFacts()
        guard let end = record.facts.steadyEnd(after: date, rules: rules),
            let creditsEnd = credits.steadyEnd(after: date, rules: rules)
        else { return nil }
        let grants = record.grants.flatMap {
            [$0.grant.startDate, $0.grant.endDate, $0.grant.revokedDate].compactMap(\.self)
        }
        let until = ([end, creditsEnd, limit] + grants.filter { $0 > date }).min() ?? limit
        let digits = Data(String(date.millisecondsSince1970).utf8)
        let head =
            Data("{\"customer\":".utf8) + JSONValue.string(statement.customer.value).jsonData
            + Data(",\"date\":".utf8)
        guard date < until, octets.starts(with: head + digits) else { return nil }
        return KeptAnswer(
            head: head,
            tail: Data(octets.dropFirst(head.count + digits.count)),
            tag: tag,
            rules: self.rules,
            validity: date..<until
        )
    }

    /// Keeps it soon. Nobody waits for that, and nobody misses what was not kept.
    private func keep(_ answer: PurchaseDatabase.AnswerToKeep) {
        keeping.withLock { keeping in
            if keeping.waiting.count < Self.maximumWaiting { keeping.waiting.append(answer) }
            if keeping.writer == nil { keeping.writer = Task { await keepWaiting() } }
        }
    }

    /// Waits until everything that was to be kept is.
    func settle() async { await keeping.withLock { $0.writer }?.value }

    private func keepWaiting() async {
        while true {
            let next = keeping.withLock { keeping in
                defer { keeping.waiting = [] }
                if keeping.waiting.isEmpty { keeping.writer = nil }
                return keeping.waiting
            }
            guard !next.isEmpty else { return }
            do { try await storage.keep(next) } catch {
                configuration.logger.debug("answers could not be kept", metadata: ["error": "\(error)"])
            }
        }
    }
}
