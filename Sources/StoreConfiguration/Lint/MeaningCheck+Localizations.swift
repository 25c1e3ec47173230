import AppStoreModels

/// Names and languages.
extension MeaningCheck {
    mutating func checkLocalizations(_ item: JSONObject, _ path: MemberPath, isNeeded: Bool) {
        let list = path.appending("localizations")
        guard let entries = item[array: "localizations"] else { return }
        guard !entries.isEmpty else {
            if isNeeded { report(.missingLocalization, list, "there is no name in any language") }
            return
        }
        var locales: [String] = []
        item.forEachObject(in: "localizations", at: path) { json, path in
            let entry = ConfiguredLocalization(json: json)
            checkLocale(entry.locale, path.appending("locale"))
            demandUnique(entry.locale, .duplicateLocalization, path.appending("locale"), within: list)
            if entry.displayName.isEmpty, isNeeded {
                report(.emptyDisplayName, path.appending("displayName"), "the name in \(entry.locale.limited) is empty")
            }
            locales.append(entry.locale)
        }
        checkDefault(locales, list)
    }

    private mutating func checkDefault(_ locales: [String], _ path: MemberPath) {
        guard let wanted = configuration.settings.locale, !wanted.isEmpty else { return }
        func language(_ name: String) -> Substring? { name.split { $0 == "_" || $0 == "-" }.first }
        if !locales.contains(where: { language($0) == language(wanted) }) {
            report(.defaultLocalization, path, "there is no entry for \(wanted.limited), the default of this file")
        }
    }

    mutating func checkLocale(_ name: String, _ path: MemberPath) {
        guard !name.isEmpty else { return report(.localeName, path, "the locale is empty") }
        guard !AppStoreLanguages.known.contains(name) else { return }
        let advice = AppStoreLanguages.spelled(name).map { "; write \($0)" } ?? ""
        let isSpelledWell = advice.isEmpty && AppStoreLanguages.isWellFormed(name)
        report(isSpelledWell ? .unknownLocale : .localeName, path, "\(name.limited)\(advice)")
    }
}
