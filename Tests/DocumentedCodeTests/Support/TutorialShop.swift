import AppReceipt
import Foundation
import IAPHelper
import LocalAppStore
import LocalStoreKit
import Locking
import StoreConfiguration
import TestSupport
import Testing

/// The local store that sells the tutorial's flowers, and one device with the app on it.
final class TutorialShop: Sendable {
    let store: LocalAppStore
    let queue = ManualQueue()
    let device: LocalDevice
    private let logged = Locked([String]())

    init() throws {
        let url = try #require(Bundle.module.url(forResource: "Configuration", withExtension: "storekit"))
        let file = IAPConfigurationFile(contentsOf: url)
        store = LocalAppStore(
            configuration: try StoreConfiguration(contentsOf: url),
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
        try device.perform {
            let helper = IAPHelper.shared
            helper.productConfiguration = IAPProductConfigurationDefault(file: file)
            helper.validator = AppReceiptValidator(
                policy: try TestAuthority.policy,
                bundleID: "com.example.app",
                deviceIdentifiers: [try SampleShop.device()]
            )
            helper.log.sink = { [logged] entry in logged.withLock { $0.append(entry.description) } }
        }
    }

    /// Everything in the log.
    var lines: [String] { logged.withLock { $0 } }

    /// Runs a piece of the app on the device, and everything that comes of it at once.
    func run(_ snippet: () throws -> Void) rethrows {
        try device.perform(snippet)
        queue.run()
    }
}
