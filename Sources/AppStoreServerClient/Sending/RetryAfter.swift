import AppStoreModels
import Foundation

extension HTTPTransportResponse {
    /// When the server wants to be asked again.
    ///
    /// The App Store Server API writes `Retry-After` as milliseconds since 1970. A small number, as proxies on the way
    /// write, counts as seconds from now; a date or a word does not count.
    func retryMoment(now: Date) -> Date? {
        let text = retryAfterHeader?.trimmingCharacters(in: .whitespaces)
        guard let number = text.flatMap(Double.init) ?? retryAfter, number.isFinite, number >= 0 else { return nil }
        // 10^11 milliseconds are the year 1973, and 10^11 seconds more than three thousand years.
        if number >= 1e11 { return Date(timeIntervalSince1970: min(number, 1e15) / 1_000) }
        return number <= 86_400 * 366 ? now.addingTimeInterval(number) : nil
    }
}
