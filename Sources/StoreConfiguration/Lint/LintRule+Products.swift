/// Rules about what all products have: identifiers, prices, names.
extension LintRule {
    static let ofProducts = [
        duplicateProductID, productIDCharacters, productIDLength, duplicateInternalID, missingInternalID,
        referenceName, duplicateReferenceName, unknownType, wrongSection, familySharing, meaninglessMember,
        invalidPrice, missingPrice, pricePrecision, priceRange, pricePoint, missingLocalization, defaultLocalization,
        duplicateLocalization, emptyDisplayName, localeName, unknownLocale,
    ]

    /// Two products have one identifier.
    public static let duplicateProductID = LintRule(
        "duplicate-product-id",
        .error,
        "StoreKit tells products apart by it; one of the two can never be bought."
    )
    /// A character that a product identifier cannot have.
    public static let productIDCharacters = LintRule(
        "product-id-characters",
        .warning,
        "App Store Connect takes letters, digits, hyphens, periods and underscores only."
    )
    /// A product identifier longer than 100 characters.
    public static let productIDLength = LintRule(
        "product-id-length",
        .warning,
        "App Store Connect takes at most 100 characters."
    )
    /// Two entries have one internal identifier.
    public static let duplicateInternalID = LintRule(
        "duplicate-internal-id",
        .warning,
        "Xcode finds entries by it; a change to one may show in the other. Copied entries need one of their own."
    )
    /// An entry has an empty internal identifier.
    public static let missingInternalID = LintRule(
        "empty-internal-id",
        .warning,
        "Xcode finds entries by it; give eight hexadecimal digits."
    )
    /// A reference name is missing or longer than 64 characters.
    public static let referenceName = LintRule(
        "reference-name",
        .warning,
        "App Store Connect asks for a name of 1 to 64 characters."
    )
    /// Two products have one reference name.
    public static let duplicateReferenceName = LintRule(
        "duplicate-reference-name",
        .warning,
        "App Store Connect demands that reference names are unique within the app."
    )
    /// The type of a product is none of the four.
    public static let unknownType = LintRule(
        "unknown-type",
        .error,
        "Nobody can buy the product: there are Consumable, NonConsumable, NonRenewingSubscription and RecurringSubscription."
    )
    /// A product stands in a section that is not for its type.
    public static let wrongSection = LintRule(
        "wrong-section",
        .error,
        "Xcode keeps each type in a section of its own, and looks for it only there."
    )
    /// Family Sharing of a type that cannot be shared.
    public static let familySharing = LintRule(
        "family-sharing",
        .warning,
        "The App Store shares non-consumables and auto-renewable subscriptions only; the switch has no effect."
    )
    /// A member that has no meaning for this type.
    public static let meaninglessMember = LintRule(
        "meaningless-member",
        .warning,
        "Only auto-renewable subscriptions have it. An app itself decides how long a non-renewing one lasts."
    )
    /// A price that is no number.
    public static let invalidPrice = LintRule(
        "invalid-price",
        .error,
        "A price is digits with at most one point, no sign, no currency: the storefront has the currency."
    )
    /// An empty price.
    public static let missingPrice = LintRule(
        "missing-price",
        .warning,
        "Xcode leaves it empty until a price is entered; StoreKit then has nothing to show."
    )
    /// A price with more digits than its currency has.
    public static let pricePrecision = LintRule(
        "price-precision",
        .warning,
        "The App Store has no such price, and apps show it rounded."
    )
    /// A price outside what the App Store offers.
    public static let priceRange = LintRule(
        "price-range",
        .warning,
        "The App Store's prices in US dollars begin at 0.29 and end at 10,000; subscriptions cannot be free."
    )
    /// A price in US dollars that is hardly a price point.
    public static let pricePoint = LintRule(
        "price-point",
        .note,
        "The App Store's prices in US dollars end in 0, 5 or 9; App Store Connect offers the nearest ones instead."
    )
    /// No name and description in any language.
    public static let missingLocalization = LintRule(
        "missing-localization",
        .warning,
        "Apps show an empty name; App Store Connect demands at least one language before a product can be sold."
    )
    /// No name and description in the default language.
    public static let defaultLocalization = LintRule(
        "default-localization",
        .note,
        "Tests that run in the default language show the name in another one."
    )
    /// Two entries for one language.
    public static let duplicateLocalization = LintRule(
        "duplicate-localization",
        .warning,
        "One of the two is never shown; App Store Connect has one entry for each language."
    )
    /// An empty name.
    public static let emptyDisplayName = LintRule(
        "empty-display-name",
        .warning,
        "Apps show an empty name; App Store Connect demands one."
    )
    /// A locale that is not spelt as Xcode does.
    public static let localeName = LintRule(
        "locale-name",
        .warning,
        "Xcode spells locales with underscores (en_US, zh_Hans, ja) and does not find others."
    )
    /// A locale that App Store Connect does not have.
    public static let unknownLocale = LintRule(
        "unknown-locale",
        .note,
        "App Store Connect has no such language as far as is known; it works in tests only."
    )
}
