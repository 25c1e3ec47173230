public import AppStoreModels
import Foundation

/// A StoreKit configuration: the catalogue and the test settings that Xcode keeps in a `.storekit` file.
///
/// ```swift
/// var configuration = try StoreConfiguration(contentsOf: url)
/// for product in configuration.allProducts {
///     print(product.productID, product.price ?? 0)
/// }
/// configuration.settings.timeRate = .monthlyRenewalEveryFiveMinutes
/// try configuration.xcodeData.write(to: url)
/// ```
///
/// A view on the file's JSON. Known members are properties; members nobody knows are kept and written back, because Xcode
/// adds members without raising the file's version. So everything is read by which members are there, never by
/// ``version``.
public struct StoreConfiguration: JSONBacked {
    public var json: JSONObject

    /// A view on these members; nothing is checked. Read files with ``init(data:)``, which checks.
    public init(json: JSONObject) { self.json = json }

    /// The name of this configuration, eight hexadecimal digits where Xcode chose it.
    public var identifier: String? {
        get { json[string: "identifier"] }
        set { json[string: "identifier"] = newValue }
    }

    /// The version of the file format; informative only.
    public var version: ConfigurationVersion? {
        get { json[object: "version"].flatMap(ConfigurationVersion.init(json:)) }
        set { json[object: "version"] = newValue?.json }
    }

    /// The consumables and non-consumables.
    public var products: [ConfiguredProduct] {
        get { json.views("products") }
        set { json.setViews(newValue, for: "products") }
    }

    /// The subscriptions that do not renew.
    public var nonRenewingSubscriptions: [ConfiguredProduct] {
        get { json.views("nonRenewingSubscriptions") }
        set { json.setViews(newValue, for: "nonRenewingSubscriptions") }
    }

    /// The groups of auto-renewable subscriptions.
    public var subscriptionGroups: [ConfiguredSubscriptionGroup] {
        get { json.views("subscriptionGroups") }
        set { json.setViews(newValue, for: "subscriptionGroups") }
    }

    /// The switches of Xcode's Editor menu; empty where the file has none.
    public var settings: ConfigurationSettings {
        get { ConfigurationSettings(json: json[object: "settings"] ?? JSONObject()) }
        set { json[object: "settings"] = newValue.json }
    }

    /// The key that signs promotional offers in tests.
    public var subscriptionOffersKeyPair: OffersKeyPair? {
        get { json[object: "subscriptionOffersKeyPair"].map(OffersKeyPair.init(json:)) }
        set { json[object: "subscriptionOffersKeyPair"] = newValue?.json }
    }

    /// The licence agreement and the privacy policies that tests show, since version 4.0.
    public var policies: AppPolicies? {
        get { json[object: "appPolicies"].map(AppPolicies.init(json:)) }
        set { json[object: "appPolicies"] = newValue?.json }
    }

    /// Everything that can be bought: products, non-renewing subscriptions, then subscriptions, in the file's order.
    public var allProducts: [ConfiguredProduct] {
        products + nonRenewingSubscriptions
            + subscriptionGroups.flatMap(\.subscriptions).map { subscription in
                ConfiguredProduct(json: subscription.json)
            }
    }
}
