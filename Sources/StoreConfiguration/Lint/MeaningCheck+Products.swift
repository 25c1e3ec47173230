import AppStoreModels
import Foundation

/// What all products have.
extension MeaningCheck {
    mutating func checkProducts() {
        check(configuration.json, "products", [.consumable, .nonConsumable])
        check(configuration.json, "nonRenewingSubscriptions", [.nonRenewingSubscription])
    }

    private mutating func check(_ root: JSONObject, _ section: String, _ types: Set<ProductType>) {
        root.forEachObject(in: section, at: MemberPath()) { json, path in
            let product = ConfiguredProduct(json: json)
            checkItem(product, path, types)
            for member in ["recurringSubscriptionPeriod", "subscriptionGroupID", "groupNumber"]
            where json[member] != nil {
                report(.meaninglessMember, path.appending(member), "\(member) has no meaning here; remove it")
            }
            if product.isFamilyShareable, product.type != .nonConsumable, product.type != nil {
                report(
                    .familySharing,
                    path.appending("familyShareable"),
                    "familyShareable is on for a \(json[string: "type"] ?? "")"
                )
            }
        }
    }

    /// What products and subscriptions have in common.
    mutating func checkItem(_ item: some ConfiguredItem, _ path: MemberPath, _ types: Set<ProductType>) {
        checkType(item, path, types)
        checkProductID(item.productID, path.appending("productID"))
        checkReferenceName(item.referenceName, path.appending("referenceName"))
        checkInternalID(item.json, path)
        checkPrice(item.json, path, isSubscription: types.contains(.autoRenewableSubscription))
        checkLocalizations(item.json, path, isNeeded: true)
    }

    private mutating func checkType(_ item: some ConfiguredItem, _ path: MemberPath, _ types: Set<ProductType>) {
        guard let name = item.json["type"]?.string, !name.isEmpty else { return }
        guard let type = item.type else {
            return report(.unknownType, path.appending("type"), "there is no type \(name.limited)")
        }
        if !types.contains(type) {
            report(.wrongSection, path.appending("type"), "a \(name) does not belong into \(path.parent)")
        }
    }

    private mutating func checkProductID(_ id: String, _ path: MemberPath) {
        demandUnique(id, .duplicateProductID, path)
        if let character = id.firstOutsideIdentifiers {
            report(.productIDCharacters, path, "\(id.limited) has \(character)")
        }
        if id.count > 100 { report(.productIDLength, path, "\(id.count) characters") }
    }

    private mutating func checkReferenceName(_ name: String?, _ path: MemberPath) {
        guard let name, !name.isEmpty else { return report(.referenceName, path, "referenceName is empty") }
        if name.count > 64 { report(.referenceName, path, "\(name.count) characters") }
        demandUnique(name, .duplicateReferenceName, path)
    }

    mutating func checkInternalID(_ object: JSONObject, _ path: MemberPath) {
        guard let id = object["internalID"]?.string else { return }
        if id.isEmpty { report(.missingInternalID, path.appending("internalID"), "internalID is empty") }
        demandUnique(id, .duplicateInternalID, path.appending("internalID"))
    }

    private mutating func checkPrice(_ item: JSONObject, _ path: MemberPath, isSubscription: Bool) {
        let path = path.appending("displayPrice")
        guard let text = item["displayPrice"]?.lenientString else { return }
        guard !text.isEmpty else { return report(.missingPrice, path, "displayPrice is empty") }
        guard let price = checkedPrice(text, path) else { return }
        if isSubscription, price == 0 {
            report(.priceRange, path, "a subscription cannot be free; give it an introductory offer instead")
        }
    }

    /// Checks the spelling and size of a price; nil if it is none.
    @discardableResult
    mutating func checkedPrice(_ text: String, _ path: MemberPath) -> Decimal? {
        guard let price = Decimal(configurationPrice: text) else {
            report(.invalidPrice, path, "\"\(text.limited)\" is no price; write it like 4.99")
            return nil
        }
        let storefront = configuration.settings.storefront ?? "USA"
        let digits = AppStorefronts.fractionDigits(of: storefront)
        if price.fractionDigits > digits {
            let allowed = digits == 0 ? "none" : "\(digits) at most"
            report(.pricePrecision, path, "\(text) has digits after the point, \(storefront) has \(allowed)")
        } else if storefront == "USA" {
            checkDollars(price, text, path)
        }
        return price
    }

    private mutating func checkDollars(_ price: Decimal, _ text: String, _ path: MemberPath) {
        guard price != 0 else { return }
        if price < Decimal(29) / 100 || price > 10_000 {
            report(.priceRange, path, "there is no price of \(text)")
        } else if let cents = Int("\(price * 100)"), ![0, 5, 9].contains(cents % 10) {
            report(.pricePoint, path, "\(text) is probably no price point")
        }
    }
}

extension JSONObject {
    /// The objects of an array member with their paths; other elements are left out.
    func forEachObject(in name: String, at path: MemberPath, _ body: (JSONObject, MemberPath) -> Void) {
        for (index, element) in (self[array: name] ?? []).enumerated() {
            if let object = element.object { body(object, path.appending(name).appending(index)) }
        }
    }
}

extension String {
    /// The first character that App Store Connect does not take in an identifier, as a person can read it.
    var firstOutsideIdentifiers: String? {
        unicodeScalars.first { scalar in
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "-", "_", ".": false
            default: true
            }
        }
        .map { scalar in
            let code = String(scalar.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
            return scalar.properties.isWhitespace || scalar.value < 0x20 ? name : "\"\(scalar)\" (\(name))"
        }
    }
}

extension Decimal {
    /// How many digits stand behind the point, without zeros at the end.
    fileprivate var fractionDigits: Int {
        guard let point = description.firstIndex(of: ".") else { return 0 }
        return description.distance(from: point, to: description.endIndex) - 1
    }
}
