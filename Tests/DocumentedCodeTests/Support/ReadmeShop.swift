import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import StoreConfiguration
import SwiftyStoreKit
import TestSupport
import Testing

/// The local store that sells what the snippets buy, and one device with the app on it.
final class ReadmeShop: Sendable {
    let store: LocalAppStore
    let queue = ManualQueue()
    let device: LocalDevice
    private let printed = Locked([String]())

    static let purchase1 = "com.musevisions.SwiftyStoreKit.Purchase1"
    static let subscription = "com.musevisions.SwiftyStoreKit.Subscription"

    private static let catalogue = """
        {"version":{"major":3,"minor":0},"settings":{},
        "products":[
        {"productID":"com.musevisions.SwiftyStoreKit.Purchase1","type":"NonConsumable","displayPrice":"0.99",
        "internalID":"1","localizations":[{"locale":"en_US","displayName":"One","description":"The first one"}]}],
        "subscriptionGroups":[{"id":"G","name":"Club","localizations":[],"subscriptions":[
        \(["Subscription", "Weekly", "Monthly", "Yearly"].enumerated().map { number, name in
            """
            {"productID":"com.musevisions.SwiftyStoreKit.\(name)","type":"RecurringSubscription","displayPrice":"4.99",
            "internalID":"\(number + 2)","groupNumber":1,"recurringSubscriptionPeriod":"P1M","subscriptionGroupID":"G",
            "localizations":[]}
            """
        }.joined(separator: ","))]}]}
        """

    init() throws {
        store = LocalAppStore(
            configuration: try StoreConfiguration(data: Data(Self.catalogue.utf8)),
            app: StoreApp(bundleID: "com.example.app"),
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 3
        )
        let queue = queue
        let callbacks = CallbackQueue { queue.enqueue($0) }
        device = try LocalDevice(
            store: store,
            account: "flora",
            identifier: try SampleShop.device(),
            callbacks: callbacks,
            work: callbacks
        )
    }

    /// Everything the snippets printed.
    var lines: [String] { printed.withLock { $0 } }

    func note(_ items: [Any]) {
        printed.withLock { $0.append(items.map { "\($0)" }.joined(separator: " ")) }
    }

    /// Runs a snippet on the device, and everything that comes of it at once.
    func run(_ snippet: () -> Void) {
        device.perform(snippet)
        queue.run()
    }

    /// Runs a snippet that asks a server, until it has printed.
    func run(untilPrinted count: Int, _ snippet: () -> Void) async {
        AppleReceiptValidator.$transportInPlace.withValue(AppleInPlace(store: store)) { run(snippet) }
        await eventually {
            queue.run()
            return lines.count >= count
        }
    }
}
