/// Which App Store made a purchase.
public struct AppStoreEnvironment: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The real App Store.
    public static let production = Self(rawValue: "Production")
    /// Sandbox, TestFlight and App Review.
    public static let sandbox = Self(rawValue: "Sandbox")
    /// StoreKit testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")
    /// Unit tests of Apple's server libraries.
    public static let localTesting = Self(rawValue: "LocalTesting")

    public var description: String { rawValue }
}
