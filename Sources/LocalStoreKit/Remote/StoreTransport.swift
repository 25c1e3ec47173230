public import Foundation

/// Carries a device's messages to a store that runs elsewhere.
public protocol StoreTransport: Sendable {
    /// Sends a message with POST and calls `completion` exactly once, on any thread.
    ///
    /// - Parameters:
    ///   - path: Relative to the store's URL, such as `device/products`.
    ///   - body: JSON.
    ///   - seconds: After how long without an answer the message has failed.
    ///   - completion: Gets the status and the body of the answer, or why there is none.
    func send(
        _ path: String,
        body: Data,
        timeout seconds: TimeInterval,
        completion: @escaping @Sendable (Result<StoreTransportResponse, any Error>) -> Void
    )
}

/// What a store answers.
public struct StoreTransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int

    /// The body.
    public var body: Data

    /// An answer.
    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}
