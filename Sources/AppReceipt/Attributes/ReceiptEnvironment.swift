public import AppStoreModels

/// What kind of store made a receipt: attribute 0.
///
/// - Important: It is a claim of the receipt. It never decides whom to trust.
public struct ReceiptEnvironment: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value in the receipt; unknown ones are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The App Store.
    public static let production = Self(rawValue: "Production")
    /// Sandbox, TestFlight and App Review.
    public static let sandbox = Self(rawValue: "ProductionSandbox")
    /// The App Store, bought by the Volume Purchase Program.
    public static let volumePurchase = Self(rawValue: "ProductionVPP")
    /// The sandbox of the Volume Purchase Program.
    public static let volumePurchaseSandbox = Self(rawValue: "ProductionVPPSandbox")
    /// StoreKit testing in Xcode.
    public static let xcode = Self(rawValue: "Xcode")

    /// What Apple's servers and signed data call it; nil for unknown values.
    public var appStoreEnvironment: AppStoreEnvironment? {
        switch self {
        case .production, .volumePurchase: .production
        case .sandbox, .volumePurchaseSandbox: .sandbox
        case .xcode: .xcode
        default: nil
        }
    }

    public var description: String { rawValue }
}
