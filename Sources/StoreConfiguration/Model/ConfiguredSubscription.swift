public import AppStoreModels

/// An auto-renewable subscription, as the file has it.
public struct ConfiguredSubscription: JSONBacked, ConfiguredItem {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The group it belongs to.
    public var subscriptionGroupID: String? {
        get { json[string: "subscriptionGroupID"] }
        set { json[string: "subscriptionGroupID"] = newValue }
    }

    /// The level in the group: 1 is the highest, equal numbers are equal levels.
    public var level: Int {
        get { json[integer: "groupNumber"].flatMap(Int.init(exactly:)) ?? 1 }
        set { json[integer: "groupNumber"] = Int64(newValue) }
    }

    /// How long one period lasts; nil only if unchecked JSON has none.
    public var period: BillingPeriod? {
        get { json[string: "recurringSubscriptionPeriod"].flatMap(BillingPeriod.init(iso8601:)) }
        set { json[string: "recurringSubscriptionPeriod"] = newValue?.iso8601 }
    }

    /// The introductory offer for who pays up front: since version 5.0 one of a list, before that a single member.
    public var introductoryOffer: ConfiguredOffer? {
        let single = json[object: "introductoryOffer"].map(ConfiguredOffer.init(json:))
        if let single, single.isBilledUpFront { return single }
        return introductoryOffers.first(where: \.isBilledUpFront)
    }

    /// The introductory offers of files since version 5.0, one for each billing plan.
    public var introductoryOffers: [ConfiguredOffer] {
        get { json.views("introductoryOffers") }
        set { json.setViews(newValue, for: "introductoryOffers") }
    }

    /// How it can be paid, in files since version 5.0.
    public var billingPlans: [ConfiguredBillingPlan] {
        get { json.views("billingPlans") }
        set { json.setViews(newValue, for: "billingPlans") }
    }

    /// The promotional offers.
    public var promotionalOffers: [ConfiguredOffer] {
        get { json.views("adHocOffers") }
        set { json.setViews(newValue, for: "adHocOffers") }
    }

    /// The offers redeemed with a code.
    public var codeOffers: [ConfiguredOffer] {
        get { json.views("codeOffers") }
        set { json.setViews(newValue, for: "codeOffers") }
    }

    /// The offers for former subscribers.
    public var winBackOffers: [ConfiguredOffer] {
        get { json.views("winbackOffers") }
        set { json.setViews(newValue, for: "winbackOffers") }
    }
}
