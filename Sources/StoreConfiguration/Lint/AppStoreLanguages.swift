/// The languages of App Store Connect, spelt as Xcode spells them.
enum AppStoreLanguages {
    /// The list of App Store Connect, and the spellings with a country that Xcode uses for some of them.
    static let known: Set<String> = [
        "ar", "bn", "ca", "cs", "da", "de", "el", "en_AU", "en_CA", "en_GB", "en_US", "es_ES", "es_MX", "fi", "fr",
        "fr_CA", "gu", "he", "hi", "hr", "hu", "id", "it", "ja", "kn", "ko", "ml", "mr", "ms", "nl", "no", "or", "pa",
        "pl", "pt_BR", "pt_PT", "ro", "ru", "sk", "sl", "sv", "ta", "te", "th", "tr", "uk", "ur", "vi", "zh_Hans",
        "zh_Hant", "ar_SA", "de_DE", "fr_FR", "nl_NL",
    ]

    /// The known spelling of a name that differs only in case, `-` for `_`, or a country that Xcode leaves out.
    static func spelled(_ name: String) -> String? {
        let plain = name.split { $0 == "-" || $0 == "_" }.joined(separator: "_")
        return known.first { $0.lowercased() == plain.lowercased() && $0 != name }
    }

    /// Whether a name is a language, maybe a script, maybe a country, with underscores: `sr_Latn_RS`.
    static func isWellFormed(_ name: String) -> Bool {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(\.isSmallLetter) else {
            return false
        }
        return parts.count <= 3
            && parts.dropFirst().allSatisfy { part in
                let isCountry = part.count == 2 && part.allSatisfy(\.isCapitalLetter)
                let isScript = part.count == 4 && part.first?.isCapitalLetter == true
                return isCountry || isScript && part.dropFirst().allSatisfy(\.isSmallLetter)
            }
    }
}

extension Character {
    fileprivate var isSmallLetter: Bool { ("a"..."z").contains(self) }
    fileprivate var isCapitalLetter: Bool { ("A"..."Z").contains(self) }
}
