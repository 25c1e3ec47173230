import PurchaseFigures

extension ServerSetting {
    /// What figures about the business go by.
    static let figureSettings = [
        ServerSetting(
            name: "reportingCurrency",
            flag: "reporting-currency",
            kind: .text,
            standard: nil,
            meaning: "The currency in which figures about the business are told, as USD; without one none are kept, "
                + "unless a file of rates names it."
        ),
        ServerSetting(
            name: "currencyRatesFile",
            flag: "currency-rates-file",
            kind: .file,
            standard: nil,
            meaning: "What other currencies are worth: a table of date, currency and the reporting currency."
        ),
        ServerSetting(
            name: "weekFactor",
            flag: "week-factor",
            kind: .choice(WeekFactor.allCases.map(\.rawValue)),
            standard: "fourWeeks",
            meaning: "How prices for weeks and days become prices for a month, so that charts go on where others ended."
        ),
    ]
}
