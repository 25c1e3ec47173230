package import AppStoreModels
package import LocalAppStore
package import StoreConfiguration

extension StoreSettings {
    /// After how many renewals a subscription of Apple's sandbox ends.
    private static let renewalsInSandbox = 12

    /// Sets how fast subscriptions renew, and after how many renewals they end.
    ///
    /// A rate that comes without a limit brings its own: a fast one in the sandbox ends subscriptions after 12
    /// renewals, as Apple's does; any other has no limit.
    ///
    /// - Parameters:
    ///   - rate: How fast; nil leaves it as it is.
    ///   - limit: After how many renewals, 0 for never; nil if nothing was said of it.
    ///   - environment: What signed data says of where it comes from.
    package mutating func setPace(_ rate: TimeRate?, renewalLimit limit: Int?, in environment: AppStoreEnvironment) {
        if let rate { timeRate = rate }
        if let limit {
            renewalLimit = limit == 0 ? nil : limit
        } else if let rate {
            renewalLimit = rate != .realTime && environment == .sandbox ? Self.renewalsInSandbox : nil
        }
    }
}
