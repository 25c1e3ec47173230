/// Rules about subscription groups and what makes a product a subscription.
extension LintRule {
    static let ofSubscriptions = [
        duplicateGroupID, duplicateGroupName, emptyGroup, foreignGroup, invalidPeriod, subscriptionPeriod,
        invalidLevel, levelGap, sharedLevel, billingPlan,
    ]

    /// Two groups have one identifier.
    public static let duplicateGroupID = LintRule(
        "duplicate-group-id",
        .error,
        "Xcode and StoreKit tell groups apart by it: a person may have one subscription of each."
    )
    /// Two groups have one name.
    public static let duplicateGroupName = LintRule(
        "duplicate-group-name",
        .warning,
        "App Store Connect demands that the names of groups are unique within the app."
    )
    /// A group without subscriptions.
    public static let emptyGroup = LintRule("empty-group", .warning, "There is nothing to subscribe to.")
    /// A subscription that names another group than the one it stands in.
    public static let foreignGroup = LintRule(
        "foreign-group",
        .error,
        "StoreKit reports a group that the subscription does not belong to."
    )
    /// A period that is no period.
    public static let invalidPeriod = LintRule(
        "invalid-period",
        .error,
        "A period is one number and one unit, P1W or P3M; Xcode cannot use others."
    )
    /// A subscription period that the App Store does not offer.
    public static let subscriptionPeriod = LintRule(
        "subscription-period",
        .warning,
        "The App Store offers P1W, P1M, P2M, P3M, P6M and P1Y."
    )
    /// A level below 1.
    public static let invalidLevel = LintRule("invalid-level", .error, "Levels begin at 1, the highest.")
    /// Levels with a number left out.
    public static let levelGap = LintRule(
        "level-gap",
        .warning,
        "Xcode numbers levels without gaps; a change between these two is an upgrade all the same."
    )
    /// Subscriptions of one level.
    public static let sharedLevel = LintRule(
        "shared-level",
        .note,
        "A change between them is a crossgrade: at once if they last equally long, else at the next renewal."
    )
    /// A billing plan of unknown type, or two of one type.
    public static let billingPlan = LintRule(
        "billing-plan",
        .warning,
        "Xcode 26.5 and later know one plan of each type: BILLED_UPFRONT and MONTHLY."
    )
}
