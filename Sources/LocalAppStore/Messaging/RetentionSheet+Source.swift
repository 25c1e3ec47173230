extension RetentionSheet {
    /// Who chose it.
    public struct Source: RawRepresentable, Hashable, Sendable, Codable {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The developer's server, when it was asked.
        public static let realtime = Self(rawValue: "realtime")
        /// The default message of the product in this language.
        public static let defaultMessage = Self(rawValue: "default")
        /// Nobody: the customer sees no message.
        public static let none = Self(rawValue: "none")
    }
}
