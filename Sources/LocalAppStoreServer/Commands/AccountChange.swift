import AppStoreModels
import LocalAppStore

/// What is to be different about a customer; nil for what stays.
public struct AccountChange: Sendable, Hashable {
    /// Where the customer buys, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Whether the customer may buy at all.
    public var canMakePayments: Bool?
    /// Whether a parent must approve each purchase.
    public var requiresApproval: Bool?
    /// Whether renewals cannot be charged.
    public var renewalChargesFail: Bool?
    /// Whether a guardian consents to the child's use of the app; false takes the consent back, which is reported.
    public var consents: Bool?

    /// A change of what is named.
    public init(
        storefront: String? = nil,
        canMakePayments: Bool? = nil,
        requiresApproval: Bool? = nil,
        renewalChargesFail: Bool? = nil,
        consents: Bool? = nil
    ) {
        self.storefront = storefront
        self.canMakePayments = canMakePayments
        self.requiresApproval = requiresApproval
        self.renewalChargesFail = renewalChargesFail
        self.consents = consents
    }
}

extension AccountChange {
    init(_ body: JSONObject) throws(RequestError) {
        try body.allowOnly(["storefront", "canMakePayments", "requiresApproval", "renewalChargesFail", "consent"])
        storefront = try body.optionalText("storefront")
        canMakePayments = try body.optionalFlag("canMakePayments")
        requiresApproval = try body.optionalFlag("requiresApproval")
        renewalChargesFail = try body.optionalFlag("renewalChargesFail")
        consents = try body.optionalFlag("consent")
    }

    var body: JSONObject {
        var body: JSONObject = [:]
        body[string: "storefront"] = storefront
        body[boolean: "canMakePayments"] = canMakePayments
        body[boolean: "requiresApproval"] = requiresApproval
        body[boolean: "renewalChargesFail"] = renewalChargesFail
        body[boolean: "consent"] = consents
        return body
    }

    /// Changes the account, as far as it is not so already: all of it, or nothing.
    func perform(on id: String, in store: LocalAppStore) throws(StoreError) {
        try store.changeAccount(id, storefront: storefront, consents: consents) { rules in
            rules.canMakePayments = canMakePayments ?? rules.canMakePayments
            rules.requiresApproval = requiresApproval ?? rules.requiresApproval
            rules.renewalChargesFail = renewalChargesFail ?? rules.renewalChargesFail
        }
    }
}
