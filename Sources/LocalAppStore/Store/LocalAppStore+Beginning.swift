public import AppStoreModels
public import AppStoreTrust
public import Foundation
import StoreConfiguration

extension LocalAppStore {
    /// What time it is in a store that was not told: noon in UTC on 1 January 2026, so that tests are the same every day.
    public static let usualStart = Date(timeIntervalSince1970: 1_767_268_800)

    /// A store that lives in memory and sells what a `.storekit` file says.
    ///
    /// ```swift
    /// let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    /// ```
    ///
    /// Its keys are made once a process, unless others are given, and trusted by nobody who was not given ``trustPolicy``.
    ///
    /// - Parameters:
    ///   - path: The file; a relative path is taken from the working directory.
    ///   - app: The app whose purchases are kept; nil for the main bundle, or `com.example.app` in a program that has none.
    ///   - authority: The keys that it signs with; nil for those that are made once a process.
    ///   - start: What time it is in the store.
    ///   - seed: Decides all identifiers.
    ///   - environment: What signed data says of where it comes from.
    /// - Throws: `ConfigurationError` for a file that cannot be read; `TrustError` if no keys can be made.
    public convenience init(
        catalogue path: String,
        app: StoreApp? = nil,
        authority: CertificateAuthority? = nil,
        start: Date = usualStart,
        seed: UInt64 = 0,
        environment: AppStoreEnvironment = .sandbox
    ) throws {
        try self.init(
            catalogue: URL(fileURLWithPath: path),
            app: app,
            authority: authority,
            start: start,
            seed: seed,
            environment: environment
        )
    }

    /// A store that lives in memory and sells what a `.storekit` file says, as with a path.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - app: The app whose purchases are kept; nil for the main bundle, or `com.example.app` in a program that has none.
    ///   - authority: The keys that it signs with; nil for those that are made once a process.
    ///   - start: What time it is in the store.
    ///   - seed: Decides all identifiers.
    ///   - environment: What signed data says of where it comes from.
    /// - Throws: `ConfigurationError` for a file that cannot be read; `TrustError` if no keys can be made.
    public convenience init(
        catalogue url: URL,
        app: StoreApp? = nil,
        authority: CertificateAuthority? = nil,
        start: Date = usualStart,
        seed: UInt64 = 0,
        environment: AppStoreEnvironment = .sandbox
    ) throws {
        self.init(
            configuration: try StoreConfiguration(contentsOf: url),
            app: app ?? .mainBundle,
            authority: try authority ?? ProcessAuthority.shared.get(),
            start: start,
            seed: seed,
            environment: environment
        )
    }

    /// Trusts what this store signs, receipts and JWS, and nothing else: for validators of what it sells.
    public var trustPolicy: TrustPolicy {
        let anchors = Set([authority.receiptAnchor, authority.jwsAnchor])
        let policy = TrustPolicy.trusting(Array(anchors))
        // As Xcode, the store signs receipts of that environment by the root itself.
        return environment == .xcode ? policy.addingXcodeTesting(Array(anchors)) : policy
    }
}

extension StoreApp {
    /// The app that runs: the main bundle, or `com.example.app` if that has no identifier, as a command-line tool.
    public static var mainBundle: StoreApp {
        let bundle = Bundle.main
        let version = bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String
        return StoreApp(bundleID: bundle.bundleIdentifier ?? "com.example.app", version: version ?? "1")
    }
}
