/// The name of a rule about signed data.
public struct SignedDataRule: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A short stable name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The algorithm, the signature, its chain, and the date of both; see ``JWSVerifier``.
    public static let signature = Self(rawValue: "signature")
    /// That no authority has withdrawn a certificate; only if one is asked.
    public static let revocation = Self(rawValue: "revocation")
    /// What data of this kind always says; notifications only.
    public static let members = Self(rawValue: "members")
    /// That it is a transaction where one belongs, and so on.
    public static let kind = Self(rawValue: "kind")
    /// That it was not signed later than now.
    public static let date = Self(rawValue: "date")
    /// The app, and in production the app's number where the data names it and ours is known.
    public static let app = Self(rawValue: "app")
    /// The App Store.
    public static let environment = Self(rawValue: "environment")
    /// That a part is about the app that the whole is about.
    public static let sameApp = Self(rawValue: "same-app")
    /// That a part comes from the App Store that the whole comes from.
    public static let sameStore = Self(rawValue: "same-store")
    /// That renewal information, which names no app, is of the subscription that the transaction beside it belongs to.
    public static let bound = Self(rawValue: "bound")

    public var description: String { rawValue }
}
