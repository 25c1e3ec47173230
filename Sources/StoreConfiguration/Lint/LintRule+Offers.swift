/// Rules about offers.
extension LintRule {
    static let ofOffers = [
        paymentMode, offerPeriod, offerLength, offerPrice, introductoryOffers, offerID, duplicateOfferID, offerIDForm,
        codeEligibility, duplicateOfferName, winBackVersion, offersKey, invalidOffersKey,
    ]

    /// A payment mode that is none of the three.
    public static let paymentMode = LintRule(
        "payment-mode",
        .error,
        "The modes are free, payAsYouGo and payUpFront; nobody can use the offer."
    )
    /// An offer with a period that the App Store does not have for its mode.
    public static let offerPeriod = LintRule(
        "offer-period",
        .warning,
        "Free: P3D, P1W, P2W, P1M, P2M, P3M, P6M, P1Y. Paid up front: P1M, P2M, P3M, P6M, P1Y. Paid as you go: the "
            + "subscription's own period."
    )
    /// An offer with a number of periods that its mode cannot have.
    public static let offerLength = LintRule(
        "offer-length",
        .warning,
        "Free and paid up front are one period; paid as you go lasts at most a year (12 weeks for weekly subscriptions)."
    )
    /// An offer that costs what it cannot cost.
    public static let offerPrice = LintRule(
        "offer-price",
        .warning,
        "A free offer costs nothing, a paid one something, and one that is paid as you go less than the subscription."
    )
    /// Introductory offers that contradict each other.
    public static let introductoryOffers = LintRule(
        "introductory-offers",
        .warning,
        "A subscription has one introductory offer for each billing plan; which of several counts depends on the Xcode."
    )
    /// A promotional or win-back offer without identifier.
    public static let offerID = LintRule(
        "offer-id-missing",
        .error,
        "Apps name the offer by it; nobody can use the offer."
    )
    /// Two offers of a subscription have one identifier.
    public static let duplicateOfferID = LintRule(
        "duplicate-offer-id",
        .error,
        "Apps name the offer by it; one of the two can never be used."
    )
    /// A character that an offer identifier should not have.
    public static let offerIDForm = LintRule(
        "offer-id-characters",
        .warning,
        "App Store Connect's identifiers are letters, digits, hyphens, periods and underscores; the signature contains them."
    )
    /// A code offer that nobody may redeem, or with an unknown kind of person.
    public static let codeEligibility = LintRule(
        "code-eligibility",
        .warning,
        "App Store Connect asks for at least one of new, existing and expired; without one nobody can redeem the code."
    )
    /// Two offers of one kind and subscription have one name.
    public static let duplicateOfferName = LintRule(
        "duplicate-offer-name",
        .warning,
        "App Store Connect demands that the names of a subscription's offers differ."
    )
    /// Win-back offers in a file older than they are.
    public static let winBackVersion = LintRule(
        "win-back-version",
        .note,
        "Xcode has win-back offers since version 4.0 of the file (Xcode 16); an older one ignores or refuses them."
    )
    /// Promotional offers without a key to sign them.
    public static let offersKey = LintRule(
        "offers-key-missing",
        .note,
        "Promotional offers are signed; without a key in the file tests need one from elsewhere. "
            + "Xcode makes it with Editor > Subscription Offers Key."
    )
    /// A key that is no key.
    public static let invalidOffersKey = LintRule(
        "offers-key-invalid",
        .warning,
        "Xcode cannot sign promotional offers in tests: the key is P-256 as PKCS #8 in base64."
    )
}
