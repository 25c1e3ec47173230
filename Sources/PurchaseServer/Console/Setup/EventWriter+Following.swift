import Entitlements

extension EventWriter {
    /// The same by other rules.
    func following(_ configuration: PurchaseServerConfiguration) -> Self {
        var writer = self
        writer.rules = configuration.entitlementRules
        writer.customers = configuration.customers
        writer.asksAppStore = configuration.asksAppStore
        return writer
    }
}
