public import AppStoreModels

/// The licence agreement and the privacy policies that tests show, since version 4.0.
public struct AppPolicies: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Nothing but the empty entry that Xcode writes for a language.
    public init(locale: String) {
        self.init(json: ["eula": ""])
        policies = [AppPolicy(json: ["locale": .string(locale), "policyText": "", "policyURL": ""])]
    }

    /// The licence agreement; empty for Apple's own.
    public var licenceAgreement: String {
        get { json[string: "eula"] ?? "" }
        set { json[string: "eula"] = newValue }
    }

    /// The privacy policies by language.
    public var policies: [AppPolicy] {
        get { json.views("policies") }
        set { json.setViews(newValue, for: "policies") }
    }
}

/// The privacy policy in one language.
public struct AppPolicy: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The language, for example `en_US`.
    public var locale: String? {
        get { json[string: "locale"] }
        set { json[string: "locale"] = newValue }
    }

    /// The text; may be empty.
    public var text: String? {
        get { json[string: "policyText"] }
        set { json[string: "policyText"] = newValue }
    }

    /// Where the text is; may be empty.
    public var url: String? {
        get { json[string: "policyURL"] }
        set { json[string: "policyURL"] = newValue }
    }
}
