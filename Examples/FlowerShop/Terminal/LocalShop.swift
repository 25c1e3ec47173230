#if !(canImport(StoreKit) && canImport(Darwin))
    import AppReceipt
    import AppStoreModels
    import AppStoreTrust
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
        ///     shop is on StoreKit 1 and reads receipts, else it is on StoreKit 2 and reads signed transactions.
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
            self.store = store
            self.device = device
            client = StoreClient(
                device: device,
                storeKit: environment["FLOWERSHOP_STOREKIT"] == "1" ? .storeKit1 : .storeKit2
            )
            let storage = FileStorage(folder: folder)
            let catalogue = try ProductCatalogue(storeKitConfiguration: Data(contentsOf: LocalShop.catalogueURL))
            let (owned, purchases) = LocalShop.owned(client, store, identifier, storage, catalogue)
            shop = Shop(
                client: client,
                catalogue: catalogue,
                owned: owned,
                storage: storage,
                server: try ShopServer.backend(
                    environment,
                    bundleID: LocalShop.bundleID,
                    device: purchases,
                    rules: catalogue.rules,
                    stores: LocalShop.stores,
                    storage: storage,
                    now: { store.now },
                    onProblem: onProblem
                )
            )
        }

        /// Nothing costs anything in the store of this process.
        private static let stores: Set<AppStoreEnvironment> = [.sandbox]

        /// Who says what is owned, to the shop and while its server is away: what was signed on StoreKit 2, the receipt on
        /// StoreKit 1.
        private static func owned(
            _ client: StoreClient,
            _ store: LocalAppStore,
            _ identifier: DeviceIdentifier,
            _ storage: any KeyValueStorage,
            _ catalogue: ProductCatalogue
        ) -> (Belongings, DevicePurchases) {
            guard client.storeKit == .storeKit1 else {
                let verifier = SignedDataVerifier(
                    policy: store.trustPolicy,
                    apps: [AppIdentity(bundleID: bundleID)],
                    environments: stores,
                    now: { store.now }
                )
                let owned = SignedEntitlements(
                    client: client,
                    verifier: verifier,
                    storage: storage,
                    rules: catalogue.rules
                )
                return (.signed(owned), .signedTransactions(verifier, of: client))
            }
            let validator = LocalReceiptValidator(
                bundleID: bundleID,
                deviceIdentifiers: [identifier],
                policy: store.trustPolicy,
                now: { store.now }
            )
            let owned = OwnedProducts(client: client, validator: validator, storage: storage, rules: catalogue.rules)
            return (.receipt(owned), .receipt(validator, of: client))
        }

        /// A store that sells what the catalogue says.
        static func store(at start: Date) throws -> LocalAppStore {
            try LocalAppStore(catalogue: catalogueURL, app: StoreApp(bundleID: bundleID), start: start)
        }
    }
#endif
