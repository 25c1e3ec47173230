/// Why there is no product configuration.
public struct IAPConfigurationError: Error, Hashable, CustomStringConvertible {
    /// Which rule failed.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A short stable name.
        public let rawValue: String

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is not where it should be.
        public static let notFound = Self(rawValue: "configuration-not-found")
        /// The file is there and cannot be read.
        public static let unreadable = Self(rawValue: "configuration-unreadable")
        /// The file is not what its name says.
        public static let malformed = Self(rawValue: "configuration-malformed")
        /// The file has no products.
        public static let empty = Self(rawValue: "configuration-empty")
        /// The app's own configuration gave nothing.
        public static let refused = Self(rawValue: "configuration-refused")
    }

    /// Which rule failed.
    public let code: Code

    /// What was seen, and what to do.
    public let reason: String

    /// An error of this rule.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Both.
    public var description: String { "\(code.rawValue): \(reason)" }

    var notification: IAPNotification {
        switch code {
        case .notFound: .configurationCantFindInBundle
        case .unreadable: .configurationCantReadData
        case .malformed: .configurationCantDecode
        case .empty: .configurationEmpty
        default: .configurationFailure
        }
    }
}
