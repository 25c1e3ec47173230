/// Where an answer about a customer comes from.
public struct AnswerSource: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name in descriptions.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server has just said so.
    public static let server = Self(rawValue: "server")
    /// The server said so the last time, and the ``TrustWindow`` is open.
    public static let lastStatement = Self(rawValue: "lastStatement")
    /// The device's own purchases say so; what others of the customer's devices bought, and grants, it does not know.
    public static let device = Self(rawValue: "device")
    /// Nobody says anything: the server is away, and the device is not asked.
    public static let nobody = Self(rawValue: "nobody")

    public var description: String { rawValue }
}
