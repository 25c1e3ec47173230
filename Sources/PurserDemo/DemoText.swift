import Foundation
import SwiftyStoreKit

/// How the demonstration writes dates, prices and lists.
enum DemoText {
    /// `12 March 2026, 14:05 UTC`
    static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "d MMMM yyyy, HH:mm 'UTC'"
        return formatter.string(from: date)
    }

    /// `$4.99 a month, first week free`
    static func price(of product: SKProduct) -> String {
        var text = product.localizedPrice ?? product.price.stringValue
        if let period = product.subscriptionPeriod { text += " every \(length(period))" }
        if let offer = product.introductoryPrice {
            let price = offer.paymentMode == .freeTrial ? "free" : offer.localizedPrice ?? offer.price.stringValue
            text += ", first \(length(offer.subscriptionPeriod, times: offer.numberOfPeriods)) \(price)"
        }
        return text
    }

    /// `1 product`, `2 products`
    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    private static func length(_ period: SKProductSubscriptionPeriod, times: Int = 1) -> String {
        let number = period.numberOfUnits * max(times, 1)
        return number == 1 ? unit(period.unit) : "\(number) \(unit(period.unit))s"
    }

    private static func unit(_ unit: SKProduct.PeriodUnit) -> String {
        switch unit {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        @unknown default: "period"
        }
    }
}
