import LocalAppStore
import StoreConfiguration

/// A setting of a `.storekit` file that a new store does not follow. It is said when the store opens, so that nobody
/// looks elsewhere for what does not happen.
struct UnmetSetting: Hashable {
    /// The member of the file.
    let member: String
    /// Why it does not count, and what to do instead.
    let reason: String

    /// All that a file has.
    static func all(in settings: ConfigurationSettings) -> [UnmetSetting] {
        var unmet: [UnmetSetting] = []
        if let storefront = settings.storefront, StoreCountry(code: storefront) == nil {
            let known = StoreCountry.all.map(\.code).joined(separator: " ")
            unmet.append(
                UnmetSetting(
                    member: "settings._storefront",
                    reason: "there is no storefront \"\(storefront)\" here, so new customers are of "
                        + "\(StoreCountry.unitedStates); name another in the file, or say "
                        + "`purser store settings storefront=CODE`; there are \(known)"
                )
            )
        }
        for (index, failure) in settings.simulatedFailures.enumerated() where failure.isEnabled {
            guard StoreFault(simulating: failure) == nil else { continue }
            unmet.append(UnmetSetting(member: "settings._storeKitErrors[\(index)]", reason: reason(failure)))
        }
        return unmet
    }

    private static func reason(_ failure: ConfiguredFailure) -> String {
        let part = failure.name ?? ""
        guard let kind = StoreFault.kind(simulating: part) else {
            return "\"\(part)\" fails on devices and not in the store; let the app's test simulate it, by "
                + "SKTestSession or the settings of LocalDevice"
        }
        let error = failure.errorName.map { "with \($0)" } ?? "with an error that the file does not name"
        return "\"\(part)\" does not fail \(error) here; say `purser store fault set \(kind) --failure NAME`"
    }
}
