public import AppStoreModels
public import Foundation

/// Something that can be bought, as the file has it.
public struct ConfiguredProduct: JSONBacked, ConfiguredItem {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }
}

/// What all entries of the catalogue have.
public protocol ConfiguredItem: JSONBacked {}

extension ConfiguredItem {
    /// The identifier that apps use.
    public var productID: String {
        get { json[string: "productID"] ?? "" }
        set { json[string: "productID"] = newValue }
    }

    /// The kind of product, nil for a kind that this version does not know.
    public var type: ProductType? {
        get { json[string: "type"].flatMap(ProductType.init(configurationName:)) }
        set { json[string: "type"] = newValue?.configurationName }
    }

    /// The name inside App Store Connect; some files have null.
    public var referenceName: String? {
        get { json[string: "referenceName"] }
        set { json["referenceName"] = newValue.map(JSONValue.string) ?? .null }
    }

    /// The identifier inside the file: eight hexadecimal digits, or an App Store id in synchronised files.
    public var internalID: String? {
        get { json[string: "internalID"] }
        set { json[string: "internalID"] = newValue }
    }

    /// Whether a family may share it.
    public var isFamilyShareable: Bool {
        get { json[boolean: "familyShareable"] ?? false }
        set { json[boolean: "familyShareable"] = newValue }
    }

    /// The price as the file spells it: digits and a point, no currency.
    public var displayPrice: String {
        get { json[string: "displayPrice"] ?? "" }
        set { json[string: "displayPrice"] = newValue }
    }

    /// The price; nil where the file's is empty or no number. The currency comes from the storefront.
    public var price: Decimal? {
        get { Decimal(configurationPrice: displayPrice) }
        set { displayPrice = newValue?.configurationPrice ?? "" }
    }

    /// Names and descriptions by language.
    public var localizations: [ConfiguredLocalization] {
        get { json.views("localizations") }
        set { json.setViews(newValue, for: "localizations") }
    }
}
