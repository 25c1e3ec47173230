#if PostgreSQL && os(Linux)
    import AppStoreModels
    import PostgreSQLConnection

    /// The locks of a change, which the database gives back at the end of its transaction.
    ///
    /// 1. A change of anything has one lock for itself; every other change shares it.
    /// 2. Then come the locks of purchases and of names of customers, in the order of their numbers.
    /// 3. Then those of persons: whom the names are, and who has the purchases. Nobody can change that any more by then.
    ///
    /// As everybody takes them in this order, none of these waits is in a circle. All three are on their way with the first
    /// question of the change, so they cost no way of their own.
    ///
    /// All locks of all transactions stand in one table of the database's memory, of some 64 for each connection that it allows
    /// (`max_locks_per_transaction`), and whoever finds it full fails, whatever they do. So a change of very many purchases is
    /// taken for a change of anything, which has one lock.
    struct ChangeLocks {
        /// Whether it is the one for itself.
        let isAlone: Bool
        private var keys: Set<Int64> = []
        private var names: Set<String> = []
        private var chains: Set<ChainKey> = []

        /// How many purchases and names are locked one by one at most.
        static let maximumCount = 1_000

        /// The one lock of a change of anything.
        static let alone = ChangeLocks([.everything])

        /// How many purchases and names a change has locks for; nil if it has the one of a change of anything.
        static func count(for scope: WriteScope) -> Int? {
            guard case .only(let chains, let customers) = scope else { return nil }
            let count = chains.count + customers.count
            return count > maximumCount ? nil : count
        }

        /// - Parameter scopes: Those of all changes of a transaction.
        init(_ scopes: [WriteScope]) {
            var isAlone = false
            for scope in scopes {
                switch scope {
                case .everything: isAlone = true
                case .only(let chains, let customers):
                    self.chains.formUnion(chains)
                    names.formUnion(customers.map(\.value))
                }
            }
            self.isAlone = isAlone || chains.count + names.count > Self.maximumCount
            guard !self.isAlone else { return }
            for chain in chains {
                keys.insert(Self.number(of: "\(chain.environment.rawValue)/\(chain.originalTransactionID)"))
            }
            for name in names { keys.insert(Self.number(of: ":\(name)")) }
        }

        /// What takes them.
        var statements: [PostgreSQLStatement] {
            if isAlone { return [PostgreSQLStatement("SELECT pg_advisory_xact_lock(\(Self.everything))")] }
            var statements = [PostgreSQLStatement("SELECT pg_advisory_xact_lock_shared(\(Self.everything))")]
            guard !keys.isEmpty else { return statements }
            statements.append(
                PostgreSQLStatement(
                    """
                    SELECT pg_advisory_xact_lock(k)
                    FROM (SELECT k FROM unnest($1::bigint[]) AS k ORDER BY k) AS keys
                    """,
                    [.text("{\(keys.map(String.init).joined(separator: ","))}")]
                )
            )
            let chains = Array(self.chains)
            // Two questions, not one with "or", for which all customers would be read through.
            statements.append(
                PostgreSQLStatement(
                    """
                    SELECT pg_advisory_xact_lock(k) FROM (
                        SELECT hashint8extended(coalesce(n.owner, n.number), 8103) AS k FROM customer_name n
                            WHERE n.name = ANY ($1::text[])
                        UNION
                        SELECT hashint8extended(coalesce(n.owner, n.number), 8103)
                            FROM unnest($2::text[], $3::text[]) AS p (environment, chain)
                            JOIN customer_chain c
                                ON c.original_transaction_id = p.chain AND c.environment = p.environment
                            JOIN customer_name n ON n.name = c.customer
                        ORDER BY k) AS persons
                    """,
                    [
                        Self.array(names), Self.array(chains.map(\.environment.rawValue)),
                        Self.array(chains.map(\.originalTransactionID)),
                    ]
                )
            )
            return statements
        }

        private static let everything: Int64 = 8_103_500_000_000_001

        /// FNV-1a, 64 bits. Two that have the same number only wait for each other.
        private static func number(of text: String) -> Int64 {
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return Int64(bitPattern: hash)
        }

        /// An array as PostgreSQL reads it.
        private static func array(_ texts: some Sequence<String>) -> PostgreSQLValue {
            let quoted = texts.map { text in
                "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
            }
            return .text("{\(quoted.joined(separator: ","))}")
        }
    }
#endif
