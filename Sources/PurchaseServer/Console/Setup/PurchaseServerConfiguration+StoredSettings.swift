import AppStoreServerClient
import Entitlements
import Foundation

extension PurchaseServerConfiguration {
    /// The same with what was set up at the console, wherever nothing is fixed here.
    func completed(by stored: StoredSettings) -> Self {
        var configuration = self
        let fixed = Set(apps.flatMap(\.bundleIDs))
        let addresses = serverAPI?.addresses ?? .apple
        configuration.apps += stored.apps.filter { fixed.isDisjoint(with: $0.bundleIDs) }.map { $0.served(addresses) }
        let known = Set(customers.levels.levels.map(\.level.rawValue))
        let levels = stored.levels.filter { !known.contains($0.name) }.map { level in
            LevelCatalogue.Definition(EntitlementLevel(rawValue: level.name), productIDs: Set(level.productIDs))
        }
        let all = try? LevelCatalogue(customers.levels.levels + levels, isOrdered: customers.levels.isOrdered)
        configuration.customers.levels = all ?? customers.levels
        for (policy, value) in stored.policies where !fixedPolicies.contains(policy.rawValue) {
            policy.apply(value, to: &configuration)
        }
        configuration.notificationAddress = notificationAddress ?? stored.notificationAddress
        return configuration
    }

    /// The same as the database says it now, for whoever only looks, also beside a server.
    ///
    /// - Throws: ``PurchaseServerError`` if the database cannot be read.
    package func completedByDatabase() throws(PurchaseServerError) -> Self { completed(by: try place.storedSettings()) }
}
