import StoreConfiguration

/// The names of products in the language somebody asked for.
struct LocalizedNames {
    private let locale: String
    private let fallback: String?

    init(locale: String?, configuration: StoreConfiguration) {
        let own = configuration.settings.locale
        self.locale = locale ?? own ?? "en_US"
        fallback = own
    }

    /// The name people see; the reference name in parentheses where there is none.
    func name(of item: some ConfiguredItem) -> String {
        let name = item.localizations.best(for: locale, fallback: fallback)?.displayName ?? ""
        return name.isEmpty ? item.referenceName.map { "(\($0))" } ?? "" : name
    }
}
