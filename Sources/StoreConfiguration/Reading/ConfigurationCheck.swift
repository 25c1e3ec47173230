import AppStoreModels
import Foundation

/// Something in a configuration that makes it unusable.
struct ConfigurationProblem: Sendable {
    let code: ConfigurationError.Code
    let path: MemberPath
    let reason: String
}

/// Looks for what makes a configuration unusable, in the order of the file's sections.
struct ConfigurationCheck {
    private let root: JSONObject
    private var problems: [ConfigurationProblem] = []
    private var productIDs: Set<String> = []

    init(_ root: JSONObject) {
        self.root = root
        check()
    }

    /// The first thing found, nil if all is usable.
    var firstProblem: ConfigurationProblem? { problems.first }

    private static let sections = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]

    private mutating func check() {
        guard Self.sections.contains(where: { root[$0] != nil }) else {
            report(.notAConfiguration, MemberPath(), "none of \(Self.sections.joined(separator: ", ")) is here")
            return
        }
        forEachObject(of: root, "products", MemberPath()) { $0.checkProduct($1, $2) }
        forEachObject(of: root, "nonRenewingSubscriptions", MemberPath()) { $0.checkProduct($1, $2) }
        forEachObject(of: root, "subscriptionGroups", MemberPath()) { $0.checkGroup($1, $2) }
        if let settings = root["settings"], settings.object == nil, settings != .null {
            report(.wrongType, MemberPath().appending("settings"), "must be an object")
        }
    }

    private mutating func checkGroup(_ group: JSONObject, _ path: MemberPath) {
        checkText(group, "id", path)
        forEachObject(of: group, "localizations", path) { _, _, _ in }
        forEachObject(of: group, "subscriptions", path) { $0.checkSubscription($1, $2) }
    }

    private mutating func checkSubscription(_ subscription: JSONObject, _ path: MemberPath) {
        checkProduct(subscription, path)
        checkPeriod(subscription, "recurringSubscriptionPeriod", path)
        if let offer = subscription["introductoryOffer"], offer != .null {
            checkOffer(offer.object, path.appending("introductoryOffer"))
        }
        for kind in ["introductoryOffers", "adHocOffers", "codeOffers", "winbackOffers"] {
            forEachObject(of: subscription, kind, path) { $0.checkOffer($1, $2) }
        }
    }

    private mutating func checkOffer(_ offer: JSONObject?, _ path: MemberPath) {
        guard let offer else { return report(.wrongType, path, "must be an object") }
        checkText(offer, "paymentMode", path)
        checkPeriod(offer, "subscriptionPeriod", path)
        checkPrice(offer, path)
    }

    private mutating func checkProduct(_ product: JSONObject, _ path: MemberPath) {
        checkText(product, "type", path)
        checkPrice(product, path)
        forEachObject(of: product, "localizations", path) { _, _, _ in }
        guard checkText(product, "productID", path), let id = product[string: "productID"] else { return }
        if !productIDs.insert(id).inserted {
            report(.duplicate, path.appending("productID"), "\(id) is already the identifier of another product")
        }
    }

    private mutating func checkPrice(_ item: JSONObject, _ path: MemberPath) {
        guard let value = item["displayPrice"], value != .null else { return }
        guard let text = value.lenientString else {
            return report(.wrongType, path.appending("displayPrice"), "must be a string such as \"4.99\"")
        }
        if !text.isEmpty, Decimal(configurationPrice: text) == nil {
            let advice = "must be digits with a point and no currency, such as \"4.99\""
            report(.invalidValue, path.appending("displayPrice"), "\"\(text)\" is no price: it \(advice)")
        }
    }

    private mutating func checkPeriod(_ item: JSONObject, _ key: String, _ path: MemberPath) {
        guard checkText(item, key, path), let text = item[string: key] else { return }
        if BillingPeriod(iso8601: text) == nil {
            report(.invalidValue, path.appending(key), "\"\(text)\" is no period: P1W, P1M, P2M, P3M, P6M, P1Y are")
        }
    }

    @discardableResult
    private mutating func checkText(_ object: JSONObject, _ key: String, _ path: MemberPath) -> Bool {
        switch object[key] {
        case .string(let text)? where !text.isEmpty: return true
        case .string?, .null?: report(.missingMember, path.appending(key), "must not be empty")
        case nil: report(.missingMember, path.appending(key), "is missing")
        default: report(.wrongType, path.appending(key), "must be a string")
        }
        return false
    }

    private mutating func forEachObject(
        of object: JSONObject,
        _ key: String,
        _ path: MemberPath,
        _ body: (inout Self, JSONObject, MemberPath) -> Void
    ) {
        let path = path.appending(key)
        guard let value = object[key], value != .null else { return }
        guard let elements = value.array else { return report(.wrongType, path, "must be an array") }
        for (index, element) in elements.enumerated() {
            guard let member = element.object else {
                report(.wrongType, path.appending(index), "must be an object")
                continue
            }
            body(&self, member, path.appending(index))
        }
    }

    private mutating func report(_ code: ConfigurationError.Code, _ path: MemberPath, _ reason: String) {
        problems.append(ConfigurationProblem(code: code, path: path, reason: reason))
    }
}
