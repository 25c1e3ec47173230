/// Rules about the switches of a configuration.
extension LintRule {
    static let ofSettings = [
        storefrontName, unknownStorefront, unknownTimeRate, deprecatedTimeRate, compatibilityTimeRate,
        graceWithoutRetry, blockedPurchases, simulatedFailure, synchronisation,
    ]

    /// A storefront that is no country code of three letters.
    public static let storefrontName = LintRule(
        "storefront-name",
        .warning,
        "Storefronts are ISO 3166-1 alpha-3 codes such as USA; Xcode falls back to its own."
    )
    /// A storefront that the App Store does not have.
    public static let unknownStorefront = LintRule(
        "unknown-storefront",
        .warning,
        "The App Store has no such storefront as far as is known; the currency of the prices is undefined."
    )
    /// A rate that no Xcode has.
    public static let unknownTimeRate = LintRule(
        "unknown-time-rate",
        .warning,
        "SKTestTimeRate has no such value; subscriptions may renew in real time."
    )
    /// A rate that Apple has deprecated.
    public static let deprecatedTimeRate = LintRule(
        "deprecated-time-rate",
        .note,
        "Apple replaced the rates that count days by rates that count renewals (iOS 15.2, 16.4)."
    )
    /// A rate for older systems that is in no known form.
    public static let compatibilityTimeRate = LintRule(
        "compatibility-time-rate",
        .note,
        "Xcode writes 5 or 6, or since 14.3 an object such as {\"3\" : 6}."
    )
    /// A grace period without billing retry.
    public static let graceWithoutRetry = LintRule(
        "grace-without-retry",
        .warning,
        "The grace period is the first part of billing retry; without failing renewals it never begins."
    )
    /// Switches of which one hides the other.
    public static let blockedPurchases = LintRule(
        "contradicting-settings",
        .warning,
        "Each purchase ends with the first of these, so the other is never seen."
    )
    /// A simulated failure that cannot be read.
    public static let simulatedFailure = LintRule(
        "simulated-failure",
        .warning,
        "Xcode knows nine places that can fail and four kinds of errors; others have no effect."
    )
    /// A file that is synchronised with App Store Connect, or half of that.
    public static let synchronisation = LintRule(
        "synchronisation",
        .warning,
        "A synchronised file has app, team and date together; Xcode overwrites its products at the next synchronisation."
    )
}
