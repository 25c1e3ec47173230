/// Why nothing could be measured.
package struct LoadFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    package enum Code: String, Sendable, Hashable {
        /// The server does not take the customers of the run.
        case notTaken = "not-taken"
        /// The store has too little to do what is asked for.
        case nothingToSend = "nothing-to-send"
    }

    /// What went wrong.
    package let code: Code
    /// What was seen, and what to do.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
