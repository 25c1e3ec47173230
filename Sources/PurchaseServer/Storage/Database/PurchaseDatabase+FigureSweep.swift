import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures

extension PurchaseDatabase {
    /// A person who is marked, with the purchases that are theirs first.
    struct DuePerson: Sendable {
        let number: Int64
        let mark: Int64
        /// nil if there is no such person, or the number is that of another name of somebody.
        var firstSeen: Date?
        var chains: [DueChain] = []
    }

    struct DueChain: Sendable {
        let chain: ChainKey
        /// nil if it is not marked.
        let mark: Int64?
        /// nil if they cannot be read.
        let facts: PurchaseFacts?
    }

    package func bookPeople(by rules: BookingRules, progress: @Sendable (Int) -> Void) async throws -> Int {
        try await FigureSweep(storage: self, rules: rules).run(progress: progress)
    }

    /// The last of so many people who are marked, in the order of their marks; nil if there is none behind the place.
    func duePeopleEnd(after place: String, _ count: Int) async throws -> String? {
        try await read { database in
            try String.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT max(name) FROM (
                            SELECT name FROM figure_due WHERE scope = '' AND name > ? ORDER BY name LIMIT ?) AS next
                        """
                ),
                arguments: [place, count]
            )
        }
    }

    /// The people between two places, all as they were at one moment.
    func duePeople(after first: String, through last: String) async throws -> [DuePerson] {
        try await read { database in
            let marked = try StorageRow.fetchAll(
                database.cachedStatement(
                    sql: "SELECT name, mark FROM figure_due WHERE scope = '' AND name > ? AND name <= ? ORDER BY name"
                ),
                arguments: [first, last]
            )
            return try marked.compactMap { row in
                // What is no number is taken up as everything else, which passes it over.
                guard let number = Int64(try row.decode(String.self, atIndex: 0)) else { return nil }
                return try duePerson(number, mark: row.decode(atIndex: 1), in: database)
            }
        }
    }

    private func duePerson(_ number: Int64, mark: Int64, in database: StorageDatabase) throws -> DuePerson {
        var person = DuePerson(number: number, mark: mark)
        let naming = try database.cachedStatement(
            sql: "SELECT name, since_ms FROM customer_name WHERE number = ? AND owner IS NULL"
        )
        guard let row = try StorageRow.fetchOne(naming, arguments: [number]) else { return person }
        person.firstSeen = Date(millisecondsSince1970: try row.decode(atIndex: 1))
        let chains = try database.cachedStatement(
            sql: """
                SELECT c.environment, c.original_transaction_id, d.mark FROM customer_chain c
                LEFT JOIN figure_due d ON d.scope = c.environment AND d.name = c.original_transaction_id
                WHERE c.customer = ? AND \(Self.isFirstOwner)
                """
        )
        person.chains = try StorageRow.fetchAll(chains, arguments: [row.decode(String.self, atIndex: 0)]).map { row in
            let chain = ChainKey(
                environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
                originalTransactionID: try row.decode(atIndex: 1)
            )
            return DueChain(
                chain: chain,
                mark: try row.decode(Int64?.self, atIndex: 2),
                facts: try readable { try Self.statements(of: chain, in: database) }
            )
        }
        return person
    }

    /// Books those of which nothing more is known meanwhile.
    ///
    /// Whoever has a purchase is not marked again: who has it first is booked with it, and to others it adds nothing.
    ///
    /// - Returns: How many there were.
    func book(_ subjects: [BookedSubject]) async throws -> Int {
        guard !subjects.isEmpty else { return 0 }
        try await write { database in
            var book = FigureBook(database: database)
            for subject in subjects {
                let key = subject.subject
                guard try Self.settle(key.scope, key.name, subject.mark, in: database) else { continue }
                if let contributions = subject.contributions { try book.book(contributions, of: key) }
            }
            try book.finish()
        }
        return subjects.count
    }
}

extension PurchaseDatabase.DuePerson {
    /// What the purchases contribute that are marked, and the person.
    func booked(by rules: BookingRules) -> [BookedSubject] {
        var purchases = BookedPurchases(app: rules.app)
        var subjects: [BookedSubject] = []
        var isReadable = true
        for chain in chains {
            let contributions = chain.facts.map { purchases.add($0, by: rules.rules) }
            if contributions == nil { isReadable = false }
            guard let mark = chain.mark else { continue }
            subjects.append(BookedSubject(subject: .chain(chain.chain), mark: mark, contributions: contributions))
        }
        let own = firstSeen == nil ? [] : purchases.contributions(firstSeen: firstSeen)
        subjects.append(BookedSubject(subject: .person(number), mark: mark, contributions: isReadable ? own : nil))
        return subjects
    }
}
