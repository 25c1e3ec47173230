import AppStoreModels
import PurchaseServer

extension OfferGroup {
    /// The members that it has in a file.
    static let settingNames = ["products", "introductory"]

    /// A group from `offers` of an app: `products`, each with its promotional offers and for whom they are, and
    /// `introductory`.
    ///
    /// - Throws: What is wrong, as the end of a sentence that begins with the setting's name.
    init(setting value: JSONValue) throws(SettingMistake) {
        guard let object = value.object, let products = object[object: "products"], !products.isEmpty else {
            throw SettingMistake("must be an object with products, each with its promotional offers")
        }
        self.init(productIDs: Set(products.keys))
        for (product, value) in products.members {
            guard let offers = value.object else {
                throw SettingMistake("has the product \(product.prefix(128)), whose offers are no object")
            }
            for (offer, audience) in offers.members {
                guard let audience = audience.string.flatMap(OfferAudience.init(rawValue:)) else {
                    throw SettingMistake("has the offer \(offer.prefix(128)), which is for none of \(Self.audiences)")
                }
                promotional[product, default: [:]][offer] = audience
            }
        }
        if let rule = object["introductory"] {
            guard let rule = rule.string.flatMap(IntroductoryOfferRule.init(rawValue:)) else {
                let names = IntroductoryOfferRule.allCases.map(\.rawValue).joined(separator: ", ")
                throw SettingMistake("has introductory that is none of \(names)")
            }
            introductory = rule
        }
        if let stranger = object.keys.first(where: { !Self.settingNames.contains($0) }) {
            let hint = NearestName(known: Self.settingNames).hint(for: stranger)
            throw SettingMistake("has a member \(stranger.prefix(64)), which there is not; \(hint)")
        }
    }

    private static var audiences: String { OfferAudience.allCases.map(\.rawValue).joined(separator: ", ") }

    /// As a file has it.
    var settingJSON: JSONObject {
        let products = productIDs.sorted().map { product in
            let offers = (promotional[product] ?? [:]).sorted { $0.key < $1.key }
            return (product, JSONValue.object(JSONObject(offers.map { ($0, .string($1.rawValue)) })))
        }
        var json: JSONObject = ["products": .object(JSONObject(products))]
        json["introductory"] = introductory.map { .string($0.rawValue) }
        return json
    }
}
