import AppStoreModels
package import Foundation

extension PurchaseDatabase {
    /// A record, and how often what it follows from had changed when it was read.
    struct CountedRecord: Sendable {
        let record: CustomerRecord
        /// The number of the person; nil for somebody whom nobody knows.
        let person: Int64?
        let revision: Int64
    }

    /// An answer that may be kept, unless something has changed since.
    struct AnswerToKeep: Sendable {
        let answer: KeptAnswer
        let person: Int64
        let revision: Int64
    }

    /// What was answered before and still holds, for a date.
    ///
    /// - Parameters:
    ///   - customer: Any name.
    ///   - rules: By which rules it must have been made.
    ///   - date: When it must hold.
    ///   - mayBeBehind: Whether it may be one of some seconds ago.
    package func keptAnswer(
        of customer: CustomerID,
        rules: String,
        at date: Date,
        mayBeBehind: Bool = false
    ) async throws(PurchaseServerError) -> StatementAnswer? {
        let query = Self.keptAnswer(of: customer, rules: rules, at: date)
        return try await (mayBeBehind ? lookBehind(about: customer, query) : look(query)) ?? nil
    }

    /// The same where nothing has to be waited for; nil where something has to be, too.
    func keptAnswerAtOnce(
        of customer: CustomerID,
        rules: String,
        at date: Date
    ) throws(PurchaseServerError) -> StatementAnswer? {
        try lookAtOnce(Self.keptAnswer(of: customer, rules: rules, at: date)) ?? nil
    }

    private static func keptAnswer(
        of customer: CustomerID,
        rules: String,
        at date: Date
    ) -> QuickQuestion<StatementAnswer?> {
        let milliseconds = date.millisecondsSince1970
        return QuickQuestion(keptAnswerQuery, [customer.value, rules]) { row in
            // Here and not in the query: for each value that is handed over, SQLite is called once more.
            let (from, until): (Int64, Int64) = (try row.decode(atIndex: 3), try row.decode(atIndex: 4))
            guard from <= milliseconds, milliseconds < until else { return nil }
            let octets = try row.withOctets(atIndex: 0) { head in
                try row.withOctets(atIndex: 1) { KeptAnswer.octets(head: head, tail: $0, at: milliseconds) }
            }
            return StatementAnswer(octets: octets, tag: try row.decode(atIndex: 2))
        }
    }

    package static let keptAnswerQuery = """
        SELECT k.head, k.tail, k.tag, k.from_ms, k.until_ms FROM customer_name n
        JOIN kept_answer k ON k.person = coalesce(n.owner, n.number)
        WHERE n.name = ? AND k.rules = ? AND k.tail IS NOT NULL
        """

    /// Everything about a customer, for an answer that may be kept.
    func countedRecord(of customer: CustomerID) async throws(PurchaseServerError) -> CountedRecord {
        try await read { [countsCredits] database in
            let record = try Self.record(of: customer, countsCredits: countsCredits, in: database)
            guard let person = try CustomerNames(database: database).find(record.customer)?.person else {
                return CountedRecord(record: record, person: nil, revision: 0)
            }
            let revision = try Self.revision(of: person, in: database) ?? 0
            return CountedRecord(record: record, person: person, revision: revision)
        }
    }

    /// How often anything has changed from which the person's answer follows.
    static func revision(of person: Int64, in database: StorageDatabase) throws -> Int64? {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT revision FROM kept_answer WHERE person = ?"),
            arguments: [person]
        )
    }

    /// Keeps answers about persons of whom nothing has changed since they were read.
    func keep(_ answers: [AnswerToKeep]) async throws(PurchaseServerError) {
        try await write(.independent) { database in
            // Everybody whom the server knows has a row. One that another server is just changing is no longer as it was read.
            let found =
                database.isShared
                ? "person IN (SELECT person FROM kept_answer WHERE person = ? AND revision = ? FOR UPDATE SKIP LOCKED)"
                : "person = ? AND revision = ?"
            let keeping = try database.cachedStatement(
                sql: """
                    UPDATE kept_answer SET rules = ?, from_ms = ?, until_ms = ?, head = ?, tail = ?, tag = ?
                    WHERE \(found)
                    """
            )
            for kept in answers {
                try keeping.execute(arguments: [
                    kept.answer.rules, kept.answer.validity.lowerBound.millisecondsSince1970,
                    kept.answer.validity.upperBound.millisecondsSince1970, kept.answer.head, kept.answer.tail,
                    kept.answer.tag, kept.person, kept.revision,
                ])
            }
        }
    }
}
