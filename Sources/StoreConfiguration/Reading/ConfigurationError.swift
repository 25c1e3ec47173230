/// Why a file is not a usable StoreKit configuration.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// The rule that was broken.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file cannot be read from disk.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The text is not JSON.
        public static let notJSON = Code(rawValue: "not-json")
        /// The text is JSON, but has nothing that a configuration has.
        public static let notAConfiguration = Code(rawValue: "not-a-configuration")
        /// A member is missing or empty.
        public static let missingMember = Code(rawValue: "missing-member")
        /// A member has another JSON type than it must have.
        public static let wrongType = Code(rawValue: "wrong-type")
        /// A value means nothing.
        public static let invalidValue = Code(rawValue: "invalid-value")
        /// Two entries have the same identifier.
        public static let duplicate = Code(rawValue: "duplicate")
    }

    /// The rule that was broken.
    public let code: Code
    /// What was seen, and what should be there.
    public let reason: String
    /// The member, for example `subscriptionGroups[0].subscriptions[1].displayPrice`; empty for the whole file.
    public let path: String
    /// Where it stands in the file, if it stands there at all.
    public let location: TextLocation?

    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        return path.isEmpty ? place + reason : "\(place)\(path): \(reason)"
    }
}

extension ConfigurationError: Equatable {
    /// Errors are equal when the same rule is broken in the same place.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.path == right.path && left.location == right.location
    }
}
