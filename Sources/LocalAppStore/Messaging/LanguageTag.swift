/// A language with script and region: `de`, `en-US`, `zh-Hans-CN`. An underscore counts as a hyphen, as in the names of
/// a device's locales.
struct LanguageTag: Hashable {
    /// As it is usually written.
    let text: String
    private let parts: [Substring]

    /// A tag; nil for what is none.
    init?(_ text: String) {
        guard text.utf8.count <= 35 else { return nil }
        var parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = parts.first, (2...3).contains(language.count), language.isLetters else { return nil }
        parts.removeFirst()
        var spelt = language.lowercased()
        if let script = parts.first, script.count == 4, script.isLetters {
            spelt += "-" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
            parts.removeFirst()
        }
        if let region = parts.first, region.count == 2 && region.isLetters || region.count == 3 && region.isDigits {
            spelt += "-" + region.uppercased()
            parts.removeFirst()
        }
        guard parts.isEmpty else { return nil }
        self.text = spelt
        self.parts = spelt.split(separator: "-")
    }

    /// The tag itself, then without its region, then its language alone.
    var fallbacks: [String] {
        (1...parts.count).reversed().map { parts.prefix($0).joined(separator: "-") }
    }
}

extension Substring {
    fileprivate var isLetters: Bool { utf8.allSatisfy { (97...122).contains($0 | 0x20) } }
    fileprivate var isDigits: Bool { utf8.allSatisfy { (48...57).contains($0) } }
}
