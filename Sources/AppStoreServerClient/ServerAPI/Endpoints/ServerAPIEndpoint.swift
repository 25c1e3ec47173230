/// One call of the App Store Server API: what is sent where, how often, and whether it may be sent twice.
public struct ServerAPIEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// A stable name such as `transaction-info`, which is also the call's name on the command line.
    public let name: String
    /// The HTTP method.
    public let method: String
    /// The path with a name in braces for each argument, for example `/inApps/v1/transactions/{transactionId}`.
    public let path: String
    /// The limit that it counts against.
    package let rate: ServerAPIRateClass
    /// Whether a request of which nobody knows if it arrived may be sent again: reading, and what can be done twice
    /// without doing more. A repeated deletion may be answered with "not found".
    package let isRepeatable: Bool
    /// Whether an unknown transaction is looked for in the sandbox too, and may be too fresh to be known.
    package let isLookUp: Bool

    init(
        _ name: String,
        _ method: String,
        _ path: String,
        _ rate: ServerAPIRateClass,
        isRepeatable: Bool? = nil,
        isLookUp: Bool = false
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.rate = rate
        self.isRepeatable = isRepeatable ?? (method == "GET")
        self.isLookUp = isLookUp
    }

    public var description: String { "\(method) \(path)" }
}

/// A limit of the App Store, for an app, in requests a second; the sandbox allows a tenth.
package struct ServerAPIRateClass: RawRepresentable, Sendable, Hashable {
    /// Requests a second in production.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// 50: looking up, consumption information, finishing.
    package static let fifty = Self(rawValue: 50)
    /// 20: what changes one transaction.
    package static let twenty = Self(rawValue: 20)
    /// 10: orders, refunds, default messages.
    package static let ten = Self(rawValue: 10)
    /// 1: extensions for all, test notifications, deleting messages and images, the realtime URL.
    package static let one = Self(rawValue: 1)
}
