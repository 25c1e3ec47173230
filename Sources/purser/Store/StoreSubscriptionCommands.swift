import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// A command about one subscription, whose answer is the subscription as it is then.
protocol StoreSubscriptionCommand: AsyncParsableCommand {
    var subscription: String { get }
    var connection: StoreConnectionOptions { get }
    var command: SubscriptionCommand { get }
}

extension StoreSubscriptionCommand {
    func run() async throws {
        try await connection.perform(.subscription(subscription, command)) { answer, terminal in
            StoreText.subscriptions([answer], on: terminal)
        }
    }
}

/// `purser store renew`: ends the period now and begins the next.
struct StoreRenewCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "End the period of a subscription now and begin the next one."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @OptionGroup var connection: StoreConnectionOptions

    var command: SubscriptionCommand { .renew }
}

/// `purser store expire`: ends a subscription now.
struct StoreExpireCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(commandName: "expire", abstract: "End a subscription now.")

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @OptionGroup var connection: StoreConnectionOptions

    var command: SubscriptionCommand { .expire }
}

/// `purser store end`: ends a subscription now for a reason of choice.
struct StoreEndCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End a subscription now for a reason of choice.",
        discussion: "`purser store expire` ends it as its customer does."
    )

    /// Why it ends, in the order of Apple's `expirationIntent`, 1 to 5.
    enum Reason: String, ExpressibleByArgument, CaseIterable {
        case cancelled
        case billing
        case price
        case unavailable
        case other

        var intent: ExpirationIntent {
            switch self {
            case .cancelled: .customerCancelled
            case .billing: .billingError
            case .price: .priceIncreaseDeclined
            case .unavailable: .productUnavailable
            case .other: .other
            }
        }
    }

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @Option(help: "\(Reason.allCases.map(\.rawValue).joined(separator: ", ")).")
    var because: Reason

    @OptionGroup var connection: StoreConnectionOptions

    var command: SubscriptionCommand { .end(because: because.intent) }
}

/// `purser store auto-renew`: turns renewal on or off.
struct StoreAutoRenewCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "auto-renew",
        abstract: "Turn renewal of a subscription on or off."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @Argument(help: "on or off.")
    var value: SwitchArgument

    @OptionGroup var connection: StoreConnectionOptions

    var command: SubscriptionCommand { .autoRenew(value == .on) }
}

/// `purser store change`: chooses what the next renewal buys.
struct StoreChangeCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change what a subscription renews to; a higher level begins at once."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @Option(help: ArgumentHelp("The other product of the group.", valueName: "product"))
    var to: String

    @OptionGroup var connection: StoreConnectionOptions

    var command: SubscriptionCommand { .changeProduct(to: to) }
}

/// `purser store extend`: moves the end of the period.
struct StoreExtendCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Move the end of a subscription's period by 1 to 90 days."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @Option(help: "How many days.")
    var days: Int

    @OptionGroup var connection: StoreConnectionOptions

    var command: SubscriptionCommand { .extend(days: days) }
}

/// `purser store price-increase`: tells a customer of a higher price.
struct StorePriceIncreaseCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "price-increase",
        abstract: "Tell a customer of a higher price, from the next period on."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @Option(help: "The price in the currency of the customer's storefront, for example 5.99.")
    var price: String

    @Flag(help: "Only tell the customer; without it the customer must agree.")
    var noticeOnly = false

    @OptionGroup var connection: StoreConnectionOptions

    private var amount: Decimal? {
        let isNumber = price.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
        guard isNumber, let value = Decimal(string: price, locale: Locale(identifier: "en_US_POSIX")) else {
            return nil
        }
        return Int(exactly: NSDecimalNumber(decimal: value * 1_000).doubleValue) == nil ? nil : value
    }

    func validate() throws {
        guard amount != nil else { throw ValidationError("--price: \(price) is no amount such as 5.99") }
    }

    var command: SubscriptionCommand {
        .priceIncrease(amount ?? 0, needsConsent: !noticeOnly)
    }
}

/// `purser store consent`: answers for the customer who was told of a higher price.
struct StoreConsentCommand: StoreSubscriptionCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Agree to a higher price as the customer, or refuse it."
    )

    @Argument(help: "The subscription: its first transaction.")
    var subscription: String

    @Flag(help: "Refuse it; the subscription then ends with its period.")
    var refuse = false

    @OptionGroup var connection: StoreConnectionOptions

    var command: SubscriptionCommand { .priceConsent(accepts: !refuse) }
}
