public import AppStoreModels

/// Why a store did not do what it was asked.
public struct StoreControlError: Error, Sendable, CustomStringConvertible {
    /// The store's own code, for example `unknown-transaction`, or `not-reachable`, `timed-out`, `not-a-store`, `empty-name`,
    /// `response-too-long`, `cancelled`.
    public let code: String
    /// What was seen and what to do, for a person.
    public let message: String
    /// The status of the answer; nil if there was none.
    public let httpStatus: Int?
    /// The whole answer, if it was JSON.
    public let answer: JSONObject

    /// A failure on the way to the store or back, for callers that do more than ask.
    public init(_ code: String, _ message: String, httpStatus: Int? = nil, answer: JSONObject = [:]) {
        self.code = code
        self.message = message
        self.httpStatus = httpStatus
        self.answer = answer
    }

    /// Whether the store understood the request and refused it; it is as it was.
    public var isRefusal: Bool { httpStatus.map { (400...499).contains($0) } ?? false }

    public var description: String { message }
}
