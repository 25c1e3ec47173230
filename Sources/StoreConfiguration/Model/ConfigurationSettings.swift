public import AppStoreModels
public import Foundation

/// The switches of a configuration; each is nil or false where the file does not have it.
public struct ConfigurationSettings: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String? {
        get { json[string: "_storefront"] }
        set { json[string: "_storefront"] = newValue }
    }

    /// The default language, for example `en_US`.
    public var locale: String? {
        get { json[string: "_locale"] }
        set { json[string: "_locale"] = newValue }
    }

    /// How fast subscriptions renew; real time where the file does not say.
    public var timeRate: TimeRate {
        get { json[integer: "_timeRate"].flatMap(Int.init(exactly:)).map(TimeRate.init(rawValue:)) ?? .realTime }
        set { json[integer: "_timeRate"] = Int64(newValue.rawValue) }
    }

    /// Whether every purchase waits for a parent's approval.
    public var askToBuyEnabled: Bool {
        get { json[boolean: "_askToBuyEnabled"] ?? false }
        set { json[boolean: "_askToBuyEnabled"] = newValue }
    }

    /// Whether every purchase is interrupted until its issue is resolved.
    ///
    /// The member is `_billingIssuesEnabled`. That it means interrupted purchases is inferred: the first Xcode that
    /// wrote it had only that menu item.
    public var interruptedPurchasesEnabled: Bool {
        get { json[boolean: "_billingIssuesEnabled"] ?? false }
        set { json[boolean: "_billingIssuesEnabled"] = newValue }
    }

    /// Whether renewals fail and go into billing retry.
    public var billingRetryOnRenewalEnabled: Bool {
        get { json[boolean: "_renewalBillingIssuesEnabled"] ?? false }
        set { json[boolean: "_renewalBillingIssuesEnabled"] = newValue }
    }

    /// Whether a failed renewal begins with a grace period.
    public var billingGracePeriodEnabled: Bool {
        get { json[boolean: "_billingGracePeriodEnabled"] ?? false }
        set { json[boolean: "_billingGracePeriodEnabled"] = newValue }
    }

    /// Whether purchases go through without a sheet.
    public var disableDialogs: Bool {
        get { json[boolean: "_disableDialogs"] ?? false }
        set { json[boolean: "_disableDialogs"] = newValue }
    }

    /// Whether purchases fail.
    public var failTransactionsEnabled: Bool {
        get { json[boolean: "_failTransactionsEnabled"] ?? false }
        set { json[boolean: "_failTransactionsEnabled"] = newValue }
    }

    /// The failures to simulate, one for each part of StoreKit, since Xcode 15.
    public var simulatedFailures: [ConfiguredFailure] {
        get { json.views("_storeKitErrors") }
        set { json.setViews(newValue, for: "_storeKitErrors") }
    }

    /// The App Store's id of the app, in synchronised files.
    public var applicationInternalID: String? {
        get { json[string: "_applicationInternalID"] }
        set { json[string: "_applicationInternalID"] = newValue }
    }

    /// The developer's team, in synchronised files.
    public var developerTeamID: String? {
        get { json[string: "_developerTeamID"] }
        set { json[string: "_developerTeamID"] = newValue }
    }

    /// When the file was last synchronised with App Store Connect.
    public var lastSynchronizedDate: Date? {
        guard case .number(let seconds)? = json["_lastSynchronizedDate"] else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds.double)
    }
}
