import AppStoreModels
import StoreConfiguration

/// The switches of a configuration that are on, in words.
enum SettingsText {
    static func table(of configuration: StoreConfiguration) -> TextTable {
        let settings = configuration.settings
        var table = TextTable()
        table.add("time", timeRate(settings.timeRate))
        let switches = [
            ("Ask to Buy", settings.askToBuyEnabled), ("interrupted purchases", settings.interruptedPurchasesEnabled),
            ("billing retry on renewal", settings.billingRetryOnRenewalEnabled),
            ("billing grace period", settings.billingGracePeriodEnabled),
            ("failing purchases", settings.failTransactionsEnabled), ("no dialogs", settings.disableDialogs),
        ]
        for (name, isOn) in switches where isOn { table.add(name, "on") }
        for failure in settings.simulatedFailures where failure.isEnabled {
            table.add(
                "failing",
                "\(failure.name ?? "") with \(failure.errorKind ?? "no error") \(failure.errorIndex ?? 0)"
            )
        }
        if let pair = configuration.subscriptionOffersKeyPair {
            table.add("offers key", pair.id ?? "without identifier")
        }
        if let app = settings.applicationInternalID {
            let date = settings.lastSynchronizedDate.map { ", last on \(RFC3339.string(from: $0))" } ?? ""
            table.add("synchronised", "with app \(app)\(date)")
        }
        return table
    }

    private static func timeRate(_ rate: TimeRate) -> String {
        switch rate {
        case .realTime: "real time"
        case .oneHourIsOneDay: "a day is an hour"
        case .thirtyMinutesIsOneDay: "a day is thirty minutes"
        case .fiveMinutesIsOneDay: "a day is five minutes"
        case .oneMinuteIsOneDay: "a day is a minute"
        case .thirtySecondsIsOneDay: "a day is thirty seconds"
        case .oneSecondIsOneDay: "a day is a second"
        case .monthlyRenewalEveryHour: "a month is an hour"
        case .monthlyRenewalEveryThirtyMinutes: "a month is thirty minutes"
        case .monthlyRenewalEveryFifteenMinutes: "a month is fifteen minutes"
        case .monthlyRenewalEveryFiveMinutes: "a month is five minutes"
        case .monthlyRenewalEveryThirtySeconds: "a month is thirty seconds"
        case .oneRenewalEveryFifteenMinutes: "every period is fifteen minutes"
        case .oneRenewalEveryFiveMinutes: "every period is five minutes"
        case .oneRenewalEveryMinute: "every period is a minute"
        case .oneRenewalEveryThirtySeconds: "every period is thirty seconds"
        case .oneRenewalEveryTenSeconds: "every period is ten seconds"
        case .oneRenewalEveryTwoSeconds: "every period is two seconds"
        default: "unknown rate \(rate)"
        }
    }
}
