import Foundation

/// Why something that was sent is not accepted, or not yet.
struct Rejection: Error, Sendable {
    /// Stable; part of the HTTP interface.
    let code: String
    /// What was expected and seen, and what to do.
    let message: String
    /// The answer's HTTP status.
    let httpStatus: Int
    /// The rule of the receipt that failed.
    var rule: String?
    /// When to come back, in seconds.
    var retryAfter: TimeInterval?

    init(_ httpStatus: Int, _ code: String, _ message: String, rule: String? = nil, retryAfter: TimeInterval? = nil) {
        self.httpStatus = httpStatus
        self.code = code
        self.message = message
        self.rule = rule
        self.retryAfter = retryAfter
    }
}
