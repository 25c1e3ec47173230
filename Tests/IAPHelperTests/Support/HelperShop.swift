import AppReceipt
import Foundation
import IAPHelper
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

/// The flower shop's app on one device, with a helper. A second one on the same folder is the next launch.
final class HelperShop: Sendable {
    let store: LocalAppStore
    let queue = ManualQueue()
    let device: LocalDevice
    let client: StoreClient
    let helper: IAPHelper
    let told = Locked([IAPNotification]())
    private let entries = Locked([IAPLogEntry]())

    init(
        _ store: LocalAppStore? = nil,
        storage: any KeyValueStorage = MemoryStorage(),
        storeKit: StoreKitChoice = .storeKit1,
        receiptURL: URL? = nil,
        configuration: (any IAPProductConfiguration)? = HelperShop.catalogue
    ) throws {
        let store = try store ?? SampleShop.open()
        let queue = queue
        let callbacks = CallbackQueue { queue.enqueue($0) }
        self.store = store
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            receiptURL: receiptURL,
            callbacks: callbacks,
            work: callbacks
        )
        client = StoreClient(device: device, storeKit: storeKit)
        helper = IAPHelper(
            client: client,
            configuration: configuration,
            persistence: IAPPersistence(storage: storage),
            validator: try Self.validator()
        )
        helper.log.sink = { [entries] entry in entries.withLock { $0.append(entry) } }
        queue.run()
    }

    /// The flower shop's own catalogue.
    static var catalogue: IAPProductConfigurationDefault {
        IAPProductConfigurationDefault(file: IAPConfigurationFile(contentsOf: SampleShop.catalogue))
    }

    /// Trusts the sample store, and wants the sample device.
    static func validator() throws -> AppReceiptValidator {
        AppReceiptValidator(
            policy: try TestAuthority.policy,
            bundleID: SampleShop.app.bundleID,
            appVersion: SampleShop.app.version,
            deviceIdentifiers: [try SampleShop.device()]
        )
    }

    /// Everything that stands in the log.
    var log: [IAPLogEntry] { entries.withLock { $0 } }

    /// The notifications in the log.
    var events: [IAPNotification] { log.compactMap(\.notification) }

    /// The products whose purchases the app has not finished.
    var unfinished: [String] { store.unfinishedTransactions(account: SampleShop.customer).map(\.productID) }

    /// What the helper tells about something, until nothing is left to do.
    @discardableResult
    func hear(_ ask: (@escaping (IAPNotification) -> Void) throws -> Void) rethrows -> [IAPNotification] {
        told.withLock { $0 = [] }
        try ask { [told] notification in told.withLock { $0.append(notification) } }
        queue.run()
        return told.withLock { $0 }
    }

    /// Products, as the app has them before it sells any.
    func retrieve() { hear(helper.requestProductsFromAppStore) }

    /// Buys, and says what was told.
    @discardableResult
    func buy(_ product: ProductId) throws -> [IAPNotification] {
        if helper.products == nil { retrieve() }
        guard let product = helper.getStoreProductFrom(id: product) else { return [] }
        return hear { helper.buyProduct(product, completion: $0) }
    }

    /// Buys on StoreKit 2, which answers in its own time, and says what was told until the purchase had ended.
    func buyOnStoreKit2(_ product: ProductId) async -> [IAPNotification] {
        retrieve()
        await eventually {
            queue.run()
            return helper.isAppStoreProductInfoAvailable
        }
        guard let product = helper.getStoreProductFrom(id: product) else { return [] }
        hear { helper.buyProduct(product, completion: $0) }
        await eventually {
            queue.run()
            return told.withLock { $0.count } >= 2
        }
        return told.withLock { $0 }
    }

    /// Puts a receipt on the device, in the place of the one that is there.
    func place(_ receipt: Data) throws {
        let url = device.receiptURL
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try receipt.write(to: url)
    }

    /// The receipt as the store would write it now.
    func newReceipt() throws -> Data {
        try store.receipt(account: SampleShop.customer, device: try SampleShop.device())
    }
}
