import AppStoreModels
import Foundation
import PurchaseFigures

extension ServerSettings {
    /// By what rules figures are kept; nil if neither a currency nor rates are named.
    ///
    /// - Throws: ``SettingsError``.
    func figureRules() throws(SettingsError) -> FigureRules? {
        guard let rates = try currencyRates() else { return nil }
        return FigureRules(
            rates: rates,
            weekFactor: self[text: "weekFactor"].flatMap(WeekFactor.init(rawValue:)) ?? .fourWeeks,
            proceeds: fileOnly.figures.proceeds,
            productPeriods: fileOnly.figures.productPeriods
        )
    }

    private func currencyRates() throws(SettingsError) -> CurrencyRates? {
        let currency = self[text: "reportingCurrency"]
        guard let path = self[text: "currencyRatesFile"] else {
            guard let currency else { return nil }
            guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) }) else {
                throw mistake("reportingCurrency", "is no currency; three capitals, as USD")
            }
            return CurrencyRates(reportingCurrency: currency)
        }
        let rates = try rates(path)
        guard currency == nil || currency == rates.reportingCurrency else {
            throw mistake("reportingCurrency", "is another than \(rates.reportingCurrency), which the rates are in")
        }
        return rates
    }

    private func rates(_ path: String) throws(SettingsError) -> CurrencyRates {
        guard let data = Self.beginning(of: path) else { throw mistake("currencyRatesFile", "\(path) cannot be read") }
        guard data.count <= CurrencyRates.maximumLength else {
            throw mistake("currencyRatesFile", "\(path): \(RateError.tooLong(data.count))")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw mistake("currencyRatesFile", "\(path) is no text in UTF-8")
        }
        do {
            return try CurrencyRates(parsing: text)
        } catch {
            throw mistake("currencyRatesFile", "\(path): \(error)")
        }
    }

    /// As much of a file as may be one of rates, and a byte more of a longer one: some files never end.
    private static func beginning(of path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return try? file.read(upToCount: CurrencyRates.maximumLength + 1) ?? Data()
    }
}
