/// Why no usable answer came.
public struct HTTPTransportError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name in descriptions.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing can be sent to the address, for example because its port is above 65535.
        public static let invalidAddress = Self(rawValue: "invalid-address")
        /// No connection, a broken one, or a TLS failure.
        public static let notReachable = Self(rawValue: "not-reachable")
        /// The answer took too long.
        public static let timedOut = Self(rawValue: "timed-out")
        /// The answer is longer than the limit.
        public static let responseTooLong = Self(rawValue: "response-too-long")
    }

    /// What went wrong.
    public let code: Code
    /// What was seen; holds no request body, so no secret either.
    public let reason: String

    /// An error.
    public init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code.rawValue): \(reason)" }
}
