#if PostgreSQL && os(Linux)
    import AppStoreModels
    import Foundation
    import Locking

    /// By which names anybody may be asked about whose answer a change alters: those that it names are not all.
    ///
    /// A notification often names nobody, and what has an account token names that, while the app asks by the account of which the
    /// token is another name. So the database is asked, in the transaction of the change and under its locks: who the persons are,
    /// and who has the purchases, nobody else can change until it is over. Whoever has the purchases afterwards had them before or
    /// is named by the change.
    final class ConcernedNames: Sendable {
        private let chains: [ChainKey]
        private let names: Locked<Set<String>>
        /// Whether it may be anybody.
        let isEverybody: Bool

        init(_ scope: WriteScope) {
            switch scope {
            case .everything: (isEverybody, chains, names) = (true, [], Locked([]))
            case .only(let chains, let customers):
                (isEverybody, self.chains, names) = (false, chains, Locked(Set(customers.map(\.value))))
            }
        }

        /// All that were found; nil for everybody.
        var all: Set<String>? { isEverybody ? nil : names.withLock { $0 } }

        /// Asks for them. What an attempt has found that came to nothing stays: it may have been carried out.
        func look(in database: StorageDatabase) throws {
            let given = names.withLock { $0 }
            guard !isEverybody, !(given.isEmpty && chains.isEmpty) else { return }
            let keys = chains.map { chain in
                JSONValue.array([.string(chain.environment.rawValue), .string(chain.originalTransactionID)])
            }
            let found = try String.fetchAll(
                database,
                sql: Self.question,
                arguments: [Self.text(given.map(JSONValue.string)), Self.text(keys)]
            )
            names.withLock { $0.formUnion(found) }
        }

        /// The same persons whose kept answers the database forgets when what is known of the purchases changes.
        private static let question = """
            WITH person AS (
                SELECT coalesce(n.owner, n.number) AS number
                    FROM jsonb_array_elements_text(CAST(?1 AS jsonb)) AS given (name)
                    JOIN customer_name n ON n.name = given.name
                UNION
                SELECT coalesce(n.owner, n.number)
                    FROM jsonb_array_elements(CAST(?2 AS jsonb)) AS chain (key)
                    JOIN customer_chain c
                        ON c.original_transaction_id = chain.key ->> 1 AND c.environment = chain.key ->> 0
                    JOIN customer_name n ON n.name = c.customer
                UNION
                SELECT coalesce(n.owner, n.number)
                    FROM jsonb_array_elements(CAST(?2 AS jsonb)) AS chain (key)
                    JOIN credited p
                        ON p.original_transaction_id = chain.key ->> 1 AND p.environment = chain.key ->> 0
                    JOIN customer_name n ON n.number = p.customer
            )
            SELECT name FROM customer_name WHERE number IN (SELECT number FROM person)
            UNION SELECT name FROM customer_name WHERE owner IN (SELECT number FROM person)
            """

        private static func text(_ values: [JSONValue]) -> String {
            String(decoding: JSONValue.array(values).jsonData, as: UTF8.self)
        }
    }
#endif
