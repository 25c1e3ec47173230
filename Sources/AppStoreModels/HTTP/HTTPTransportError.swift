/// Why no usable answer came.
public struct HTTPTransportError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name in descriptions.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing can be sent to the address, for example because its port is above 65535.
        public static let invalidAddress = Self(rawValue: "invalid-address")
        /// Nobody listens there.
        public static let noReceiver = Self(rawValue: "no-receiver")
        /// The secure connection failed.
        public static let tls = Self(rawValue: "tls")
        /// The peer closed the connection in the middle of its answer.
        public static let closed = Self(rawValue: "closed")
        /// The connection broke.
        public static let socket = Self(rawValue: "socket")
        /// Something else, for example an answer that is not HTTP.
        public static let notReachable = Self(rawValue: "not-reachable")
        /// The whole answer was not there in time.
        public static let timedOut = Self(rawValue: "timed-out")
        /// The answer is longer than the limit.
        public static let responseTooLong = Self(rawValue: "response-too-long")
    }

    /// What went wrong.
    public let code: Code
    /// What was seen; holds neither path nor query nor body, so no secret either.
    public let reason: String

    /// An error.
    public init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code.rawValue): \(reason)" }
}
