/// A statement and the values of its placeholders.
///
/// The text is prepared once for each session and known by itself, so a text must not hold values: there would be as many
/// texts as values.
package struct PostgreSQLStatement: Sendable, Hashable, ExpressibleByStringLiteral {
    /// One SQL statement with placeholders `$1`, `$2`…
    package var text: String
    /// What stands for the placeholders.
    package var values: [PostgreSQLValue]
    /// Whether the session keeps it prepared; not worth it for what is run once, a migration for example.
    package var isPrepared: Bool
    /// Whether the answer comes in the octets in which PostgreSQL has it: half of the text that it would be for bytes. Such an
    /// answer is read by the places of its columns, which are whole numbers, truth, bytes, text or fractions.
    package var answersInBinary: Bool

    package init(
        _ text: String,
        _ values: [PostgreSQLValue] = [],
        isPrepared: Bool = true,
        answersInBinary: Bool = false
    ) {
        self.text = text
        self.values = values
        self.isPrepared = isPrepared
        self.answersInBinary = answersInBinary
    }

    package init(stringLiteral value: String) { self.init(value) }

    /// The form of the answer, in libpq's numbers.
    var answerFormat: CInt { answersInBinary ? 1 : 0 }

    /// How many bytes it is about to add to what is sent.
    var size: Int { values.reduce(text.utf8.count) { $0 + $1.size } }

    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/invalidValue`` for what PostgreSQL cannot be sent at all.
    func check() throws(PostgreSQLError) {
        guard !text.utf8.contains(0) else {
            throw PostgreSQLError(.invalidStatement, "a statement has a NUL in it, where C ends a text")
        }
        guard values.count <= Int(UInt16.max) else {
            let reason = "a statement has \(values.count) values; PostgreSQL takes at most \(UInt16.max)"
            throw PostgreSQLError(.invalidStatement, reason)
        }
        for (index, value) in values.enumerated() {
            if case .text(let text) = value, text.utf8.contains(0) {
                throw PostgreSQLError(
                    .invalidValue,
                    "the text for $\(index + 1) has a NUL in it, which PostgreSQL has not"
                )
            }
            guard value.size < 1 << 30 else {
                throw PostgreSQLError(.invalidValue, "the value for $\(index + 1) has 1 GB or more, PostgreSQL's limit")
            }
        }
    }
}
