public import AppStoreModels

/// The name and the description of a product in one language.
public struct ConfiguredLocalization: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// A name and a description in one language.
    public init(locale: String, displayName: String, description: String) {
        self.init(json: ["description": .string(description), "displayName": .string(displayName)])
        self.locale = locale
    }

    /// The language, with underscores: `en_US`, `zh_Hans`, `ja`.
    public var locale: String {
        get { json[string: "locale"] ?? "" }
        set { json[string: "locale"] = newValue }
    }

    /// The name people see.
    public var displayName: String {
        get { json[string: "displayName"] ?? "" }
        set { json[string: "displayName"] = newValue }
    }

    /// The description people see.
    public var localizedDescription: String {
        get { json[string: "description"] ?? "" }
        set { json[string: "description"] = newValue }
    }
}

extension Sequence<ConfiguredLocalization> {
    /// The best entry for a locale: the same locale, then the same language, then the same for the fallback
    /// locale, then the first one.
    ///
    /// - Parameters:
    ///   - locale: The wanted locale; `-` and `_` are the same, case does not count.
    ///   - fallback: What to try next, for example the file's own default locale.
    public func best(for locale: String, fallback: String? = nil) -> ConfiguredLocalization? {
        let entries = Array(self)
        for wanted in [locale, fallback].compactMap({ $0.map(LocaleName.init) }) {
            if let exact = entries.first(where: { LocaleName($0.locale) == wanted }) { return exact }
            if let near = entries.first(where: { LocaleName($0.locale).language == wanted.language }) { return near }
        }
        return entries.first
    }
}

/// A locale name in one spelling.
private struct LocaleName: Equatable {
    let parts: [Substring]

    init(_ name: String) {
        let plain = name.lowercased().prefix { $0 != "@" && $0 != "." }
        parts = plain.split { $0 == "_" || $0 == "-" }
    }

    var language: Substring? { parts.first }
}
