import Entitlements

extension EventWriter {
    /// The same by other rules.
    func following(_ rules: EntitlementRules, _ customers: CustomerRules) -> Self {
        var writer = EventWriter(rules: rules, customers: customers, identifier: identifier)
        writer.isSilent = isSilent
        return writer
    }
}
