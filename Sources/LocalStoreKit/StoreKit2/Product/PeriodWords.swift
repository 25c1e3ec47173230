import Foundation

/// The words for units of time in a language. Foundation has them on Apple platforms only.
struct PeriodWords: Sendable, Hashable {
    /// One, and several.
    private let words: [Product.SubscriptionPeriod.Unit: (one: String, several: String)]
    private let separator: String
    private let language: String

    /// The words of a locale's language; English for one that is not in the table.
    init(_ locale: Locale) {
        let language = locale.language.languageCode?.identifier ?? "en"
        let known = Self.table[language] == nil ? "en" : language
        self.language = known
        let row = Self.table[known] ?? []
        words = Dictionary(zip([.day, .week, .month, .year], row)) { first, _ in first }
        separator = known == "ja" || known == "zh" ? "" : " "
    }

    /// The word that follows 1.
    func word(_ unit: Product.SubscriptionPeriod.Unit) -> String { words[unit]?.one ?? unit.debugDescription }

    /// A number with its word.
    func text(_ count: Int, _ unit: Product.SubscriptionPeriod.Unit) -> String {
        "\(count)\(separator)\(count == 1 ? word(unit) : words[unit]?.several ?? word(unit))"
    }

    static func == (left: Self, right: Self) -> Bool { left.language == right.language }

    func hash(into hasher: inout Hasher) { hasher.combine(language) }

    /// Day, week, month, year.
    private static let table: [String: [(String, String)]] = [
        "da": [("dag", "dage"), ("uge", "uger"), ("måned", "måneder"), ("år", "år")],
        "de": [("Tag", "Tage"), ("Woche", "Wochen"), ("Monat", "Monate"), ("Jahr", "Jahre")],
        "en": [("day", "days"), ("week", "weeks"), ("month", "months"), ("year", "years")],
        "es": [("día", "días"), ("semana", "semanas"), ("mes", "meses"), ("año", "años")],
        "fr": [("jour", "jours"), ("semaine", "semaines"), ("mois", "mois"), ("an", "ans")],
        "it": [("giorno", "giorni"), ("settimana", "settimane"), ("mese", "mesi"), ("anno", "anni")],
        "ja": [("日", "日"), ("週間", "週間"), ("か月", "か月"), ("年", "年")],
        "nl": [("dag", "dagen"), ("week", "weken"), ("maand", "maanden"), ("jaar", "jaar")],
        "pt": [("dia", "dias"), ("semana", "semanas"), ("mês", "meses"), ("ano", "anos")],
        "sv": [("dag", "dagar"), ("vecka", "veckor"), ("månad", "månader"), ("år", "år")],
        "zh": [("天", "天"), ("周", "周"), ("个月", "个月"), ("年", "年")],
    ]
}
