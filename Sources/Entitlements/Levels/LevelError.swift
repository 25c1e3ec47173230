/// What is wrong with a catalogue of levels or with a grant.
public struct LevelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which rule failed.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name in our interfaces.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A level has an empty name.
        public static let unnamedLevel = Self(rawValue: "unnamed-level")
        /// A level is defined twice.
        public static let repeatedLevel = Self(rawValue: "repeated-level")
        /// A product has an empty identifier.
        public static let unnamedProduct = Self(rawValue: "unnamed-product")
        /// A grant has no identifier.
        public static let unnamedGrant = Self(rawValue: "unnamed-grant")
        /// A grant ends before it starts.
        public static let grantWithoutDuration = Self(rawValue: "grant-without-duration")

        public var description: String { rawValue }
    }

    /// Which rule failed.
    public let code: Code
    /// The level it was about.
    public let level: EntitlementLevel?

    init(_ code: Code, level: EntitlementLevel? = nil) {
        self.code = code
        self.level = level
    }

    public var description: String {
        let name = level.map { " (level \($0))" } ?? ""
        return switch code {
        case .unnamedLevel: "a level has an empty name\(name); name it"
        case .repeatedLevel: "a level is defined twice\(name); define it once, with all of its products"
        case .unnamedProduct: "an empty product identifier\(name); write it as in App Store Connect"
        case .unnamedGrant: "a grant has no identifier\(name); give it one, by which it can be revoked"
        case .grantWithoutDuration: "a grant does not end after its start\(name); give it a later end, or none"
        default: "\(code)\(name)"
        }
    }
}
