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
            weekFactor: self[text: "weekFactor"].flatMap(WeekFactor.init(rawValue:)) ?? .fourWeeks
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
        guard let data = FileManager.default.contents(atPath: path), data.count <= Self.longestRates,
            let text = String(data: data, encoding: .utf8)
        else { throw mistake("currencyRatesFile", "\(path) cannot be read as text of at most 32 MiB") }
        do {
            return try CurrencyRates(parsing: text)
        } catch {
            throw mistake("currencyRatesFile", "\(path): \(error)")
        }
    }

    private static let longestRates = 32 * 1024 * 1024
}
