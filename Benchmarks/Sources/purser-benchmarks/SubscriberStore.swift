import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration

/// Stores whose customers subscribe on different days of January 2026, each to one of three products, and renew monthly.
struct SubscriberStore {
    static let app = StoreApp(bundleID: SampleStore.bundleID)
    static let start = Date(timeIntervalSince1970: 1_767_225_600)
    static let products = ["shop.monthly", "shop.monthly.gold", "shop.monthly.family"]

    static func configuration() throws -> StoreConfiguration {
        let subscriptions = products.enumerated().map { level, product in
            """
            {"productID":"\(product)","type":"RecurringSubscription","displayPrice":"\(level + 4).99",
            "internalID":"\(level)","groupNumber":\(level + 1),"recurringSubscriptionPeriod":"P1M",
            "localizations":[],"adHocOffers":[],"codeOffers":[]}
            """
        }
        let catalogue = """
            {"version":{"major":3,"minor":0},"settings":{},"products":[],"subscriptionGroups":[{"id":"21612345",
            "name":"Flowers","localizations":[],"subscriptions":[\(subscriptions.joined(separator: ","))]}]}
            """
        return try StoreConfiguration(data: Data(catalogue.utf8))
    }

    /// A store in memory.
    static func inMemory() throws -> LocalAppStore {
        LocalAppStore(
            configuration: try configuration(),
            app: app,
            authority: try SampleStore().authority,
            start: start,
            seed: 1
        )
    }

    /// A store in a folder.
    static func inFolder(_ folder: URL, compactsLog: Bool) throws -> LocalAppStore {
        try LocalAppStore.open(
            folder: folder,
            configuration: try configuration(),
            app: app,
            start: start,
            seed: 1,
            compactsLog: compactsLog
        )
    }

    /// Lets customers subscribe, over 27 days.
    ///
    /// - Returns: How many seconds their purchases took, without everything else.
    static func subscribe(_ count: Int, to store: LocalAppStore) throws -> Double {
        let names = (0..<count).map { "customer-\($0)" }
        let perHour = max(1, count / (27 * 24) + 1)
        var seconds = 0.0
        for (hour, begin) in stride(from: 0, to: count, by: perHour).enumerated() {
            try store.advance(to: start.addingTimeInterval(Double(hour) * 3_600))
            let newcomers = begin..<min(count, begin + perHour)
            for number in newcomers { try store.createAccount(id: names[number]) }
            seconds += try OwnProcess.seconds {
                for number in newcomers { try store.buy(productID: products[number % 3], account: names[number]) }
            }
        }
        return seconds
    }

    /// When every subscription has renewed so many times, and none once more.
    static func date(afterRenewals count: Int) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        let month = calendar.date(byAdding: .month, value: count, to: start) ?? start
        return month.addingTimeInterval(27.5 * 86_400)
    }
}
