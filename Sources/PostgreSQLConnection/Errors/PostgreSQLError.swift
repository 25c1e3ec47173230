/// What PostgreSQL, the way to it or the waiting for it failed with.
///
/// The description says which rule was broken, what was seen and what to do. It has no password and no value of a row in
/// it, so that it may stand in a log; what the server said word for word is in ``serverMessage`` and ``detail``.
package struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it was.
    package var kind: Kind
    /// The server's code for it, five letters or digits; nil if not the server said it.
    package var sqlState: String?
    /// What was seen, in words that may stand in a log.
    package var reason: String
    /// What the server said, word for word. It can hold values of rows.
    package var serverMessage: String?
    /// The server's second line, for example the key that was there already. It can hold values of rows.
    package var detail: String?
    /// The rule of the table that was broken.
    package var constraint: String?
    /// The table.
    package var table: String?
    /// The column.
    package var column: String?
    /// The function of the server's sources that found it; tells apart what has one code.
    var serverFunction: String?
    /// Whether the statement may have taken effect although it failed: the connection ended, or the time was up, before
    /// the answer came.
    package var mayHaveHappened = false

    package init(_ kind: Kind, _ reason: String, mayHaveHappened: Bool = false) {
        self.kind = kind
        self.reason = reason
        self.mayHaveHappened = mayHaveHappened
    }

    package var description: String {
        let code = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        let outcome = mayHaveHappened ? " Whether it took effect is not known." : ""
        return "PostgreSQL: \(reason)\(code).\(outcome) \(kind.advice)"
    }

    /// Whether the same transaction, run again, may well succeed and cannot take effect twice.
    package var isWorthRepeating: Bool {
        guard !mayHaveHappened else { return false }
        return switch kind {
        case .serializationFailure, .deadlock, .lockNotAvailable, .cancelled, .connectionLost, .shutdown, .startingUp,
            .cannotConnect, .tooManyConnections:
            true
        default: false
        }
    }

    /// Whether trying to connect again is vain until somebody mends something.
    var isLasting: Bool {
        switch kind {
        case .authenticationFailed, .databaseMissing, .tlsFailed, .invalidSettings, .permissionDenied: true
        default: false
        }
    }

    /// The same, for a request whose effect is not known.
    func afterSending() -> Self {
        var copy = self
        copy.mayHaveHappened = true
        return copy
    }
}

extension PostgreSQLError: Equatable {
    /// Errors are equal if they are of one kind with one code; words are for people.
    package static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.sqlState == right.sqlState && left.constraint == right.constraint
            && left.mayHaveHappened == right.mayHaveHappened
    }
}
