#if PostgreSQL && os(Linux)
    import GRDB
    import Locking
    import PostgreSQLConnection

    /// A statement as it is written for SQLite, in PostgreSQL's words: placeholders are numbered, and to ignore a row that is
    /// there stands at the end.
    struct PostgreSQLText: Sendable {
        /// What stands for a placeholder.
        enum Source: Sendable, Hashable {
            /// The value at a place.
            case place(Int)
            /// The value of a name.
            case name(String)
        }

        let text: String
        /// For `$1`, `$2`…
        let sources: [Source]

        /// Translates a text. Each text is translated once for the process; statements are few.
        static func of(_ sql: String) -> PostgreSQLText {
            if let known = known.withLock({ $0[sql] }) { return known }
            let made = PostgreSQLText(translating: sql)
            known.withLock { known in
                if known.count >= maximumCount { known = [:] }
                known[sql] = made
            }
            return made
        }

        private static let known = Locked<[String: PostgreSQLText]>([:])
        private static let maximumCount = 2_000

        init(translating sql: String) {
            var text = ""
            text.reserveCapacity(sql.utf8.count + 32)
            var sources: [Source] = []
            var rest = Substring(sql)
            var ignores = false
            if rest.hasPrefix("INSERT OR IGNORE INTO") {
                (rest, ignores) = (rest.dropFirst("INSERT OR IGNORE".count), true)
                text = "INSERT"
            } else if rest.hasPrefix("UPDATE OR IGNORE") {
                // What is ignored there is an error here: no rule of the tables can be broken by what these change.
                rest = rest.dropFirst("UPDATE OR IGNORE".count)
                text = "UPDATE"
            }
            while let character = rest.first {
                switch character {
                case "'":
                    let end = rest.dropFirst().firstIndex(of: "'").map { rest.index(after: $0) } ?? rest.endIndex
                    text += rest[..<end]
                    rest = rest[end...]
                case "?":
                    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                    rest = rest.dropFirst(1 + digits.count)
                    // As with SQLite, one without a number is one more than the largest before it.
                    let number = Int(digits) ?? sources.count + 1
                    while sources.count < number { sources.append(.place(sources.count)) }
                    text += "$\(number)"
                case ":" where rest.dropFirst().first?.isLetter == true && text.last != ":":
                    let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                    rest = rest.dropFirst(1 + name.count)
                    let source = Source.name(String(name))
                    let place = sources.firstIndex(of: source) ?? sources.count
                    if place == sources.count { sources.append(source) }
                    text += "$\(place + 1)"
                default:
                    text.append(character)
                    rest = rest.dropFirst()
                }
            }
            self.text = ignores ? text + " ON CONFLICT DO NOTHING" : text
            self.sources = sources
        }

        /// The statement with its values.
        ///
        /// - Throws: ``PurchaseServerError`` if there are not as many values as placeholders.
        func statement(_ arguments: StorageArguments) throws(PurchaseServerError) -> PostgreSQLStatement {
            guard arguments.named.isEmpty ? arguments.values.count == sources.count : arguments.values.isEmpty else {
                throw PurchaseServerError(
                    .databaseFailed,
                    "a statement has \(sources.count) placeholders and \(arguments.values.count) values; mend the program"
                )
            }
            var values: [PostgreSQLValue] = []
            values.reserveCapacity(sources.count)
            for source in sources {
                switch source {
                case .place(let place):
                    guard place < arguments.values.count else {
                        throw PurchaseServerError(.databaseFailed, "a placeholder has no value; mend the program")
                    }
                    values.append(PostgreSQLValue(arguments.values[place]?.databaseValue ?? .null))
                case .name(let name):
                    guard let value = arguments.named[name] else {
                        throw PurchaseServerError(.databaseFailed, "nothing is given for :\(name); mend the program")
                    }
                    values.append(PostgreSQLValue(value?.databaseValue ?? .null))
                }
            }
            return PostgreSQLStatement(text, values)
        }
    }

    extension PostgreSQLValue {
        fileprivate init(_ value: DatabaseValue) {
            switch value.storage {
            case .null: self = .null
            case .int64(let number): self = .integer(number)
            case .double(let number): self = .real(number)
            case .string(let text): self = .text(text)
            case .blob(let data): self = .bytes(Array(data))
            }
        }
    }
#endif
