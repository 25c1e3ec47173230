public import AppStoreModels

/// Which policy decides whose a purchase is.
///
/// ```swift
/// configuration.customers.ownership.standard = .refuse
/// configuration.customers.ownership.ofApps["com.example.family"] = .share
/// configuration.customers.ownership.outsideProduction = .transfer
/// ```
public struct OwnershipRules: Sendable, Hashable {
    /// The policy where nothing else is said; ``OwnershipPolicy/transfer`` unless set.
    public var standard: OwnershipPolicy
    /// The policies of single apps, by bundle identifier.
    public var ofApps: [String: OwnershipPolicy]
    /// The policy for purchases that cost nothing, those of the sandbox and of local stores; nil for that of the app.
    ///
    /// Testers change accounts all day.
    public var outsideProduction: OwnershipPolicy?

    /// Rules.
    public init(
        standard: OwnershipPolicy = .transfer,
        ofApps: [String: OwnershipPolicy] = [:],
        outsideProduction: OwnershipPolicy? = nil
    ) {
        self.standard = standard
        self.ofApps = ofApps
        self.outsideProduction = outsideProduction
    }

    /// The policy for a purchase.
    ///
    /// - Parameters:
    ///   - bundleID: The app; nil if the App Store did not say.
    ///   - environment: Where it was made.
    public func policy(bundleID: String?, environment: AppStoreEnvironment) -> OwnershipPolicy {
        if environment != .production, let outsideProduction { return outsideProduction }
        return bundleID.flatMap { ofApps[$0] } ?? standard
    }
}
