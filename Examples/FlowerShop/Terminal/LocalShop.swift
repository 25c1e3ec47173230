#if !(canImport(StoreKit) && canImport(Darwin))
    import AppReceipt
    import AppStoreModels
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import PurchaseServerClient
    import SwiftyStoreKit

    /// The shop on an App Store in this process.
    struct LocalShop: Sendable {
        static let bundleID = "com.example.flowershop"
        static let catalogueURL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Catalogues/FlowerShop.storekit")

        let store: LocalAppStore
        let device: LocalDevice
        let client: StoreClient
        let shop: Shop

        /// A launch of the app; what it bought earlier is in `store`, what it kept is in `folder`.
        ///
        /// - Parameters:
        ///   - environment: Names the shop's server, if it has one; see ``ShopServer``. With `FLOWERSHOP_STOREKIT` set to 1 the
        ///     shop is on StoreKit 1, else on StoreKit 2.
        ///   - onProblem: Hears of what went wrong with the server and was passed over.
        init(
            store: LocalAppStore,
            account: String,
            folder: URL,
            environment: [String: String] = [:],
            onProblem: @escaping @Sendable (PurchaseBackendError) -> Void = { _ in }
        ) throws {
            let identifier = try DeviceIdentifier("6E1B2A54-9D3C-4F0E-8A77-C2B5D0E91F38")
            let device = try LocalDevice(
                store: store,
                account: account,
                identifier: identifier,
                receiptURL: folder.appendingPathComponent("receipt"),
                callbackQueue: DispatchQueue(label: "FlowerShop")
            )
            let validator = LocalReceiptValidator(
                bundleID: LocalShop.bundleID,
                deviceIdentifiers: [identifier],
                policy: store.trustPolicy,
                now: { store.now }
            )
            self.store = store
            self.device = device
            let storeKit: StoreKitChoice = environment["FLOWERSHOP_STOREKIT"] == "1" ? .storeKit1 : .storeKit2
            client = StoreClient(device: device, storeKit: storeKit)
            let storage = FileStorage(folder: folder)
            let catalogue = try ProductCatalogue(storeKitConfiguration: Data(contentsOf: LocalShop.catalogueURL))
            shop = Shop(
                client: client,
                catalogue: catalogue,
                validator: validator,
                storage: storage,
                server: try ShopServer.backend(
                    environment,
                    bundleID: LocalShop.bundleID,
                    device: .receipt(validator, of: client),
                    rules: catalogue.rules,
                    // Nothing costs anything in the store of this process.
                    stores: [.sandbox],
                    storage: storage,
                    now: { store.now },
                    onProblem: onProblem
                )
            )
        }

        /// A store that sells what the catalogue says.
        static func store(at start: Date) throws -> LocalAppStore {
            try LocalAppStore(catalogue: catalogueURL, app: StoreApp(bundleID: bundleID), start: start)
        }
    }
#endif
