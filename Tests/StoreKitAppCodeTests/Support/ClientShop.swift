#if os(Linux)
    import AppStoreModels
    import Crypto
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import Locking
    import StoreConfiguration
    import TestSupport

    /// The flower shop with offers, and devices of its customers, which a test cranks by hand.
    struct ClientShop {
        let store: LocalAppStore
        let queue = ManualQueue()
        let device: LocalDevice

        static let keyID = "5A5A0001"
        private static let key = P256.Signing.PrivateKey()

        init() throws {
            store = LocalAppStore(
                configuration: try Self.configuration(),
                app: SampleShop.app,
                authority: try TestAuthority.trusted.get(),
                start: TestAuthority.signingDate,
                seed: 1
            )
            device = try Self.device(of: SampleShop.customer, in: store, queue)
        }

        /// Another customer's device.
        func device(of account: String) throws -> LocalDevice { try Self.device(of: account, in: store, queue) }

        private static func device(
            of account: String,
            in store: LocalAppStore,
            _ queue: ManualQueue
        ) throws -> LocalDevice {
            let callbacks = CallbackQueue { queue.enqueue($0) }
            return try LocalDevice(
                store: store,
                account: account,
                identifier: try SampleShop.device(),
                callbacks: callbacks,
                work: callbacks
            )
        }

        /// Runs an app's code on a device, and everything that comes of it.
        func run<Value>(on other: LocalDevice? = nil, _ body: () throws -> Value) rethrows -> Value {
            let value = try (other ?? device).perform(body)
            queue.run()
            return value
        }

        /// A product, as an app gets it.
        func product(_ identifier: String) throws -> SKProduct? {
            let loader = ProductLoader()
            run { loader.load([identifier]) }
            return loader.products.first
        }

        /// What the app's server signs for the offer `spring` of the posy club.
        func offer(
            _ name: String = "spring",
            for user: String,
            age: TimeInterval = 0,
            keyID: String = ClientShop.keyID
        ) throws -> SignedOffer {
            let timestamp = Int64((store.now.timeIntervalSince1970 - age) * 1_000)
            let nonce = UUID()
            let text = [
                SampleShop.app.bundleID, keyID, SampleShop.posy, name, user, nonce.uuidString.lowercased(),
                String(timestamp),
            ].joined(separator: "\u{2063}")
            let signature = try Self.key.signature(for: Data(text.utf8)).derRepresentation.base64EncodedString()
            return SignedOffer(offerID: name, keyID: keyID, nonce: nonce, signature: signature, timestamp: timestamp)
        }

        private static func configuration() throws -> StoreConfiguration {
            var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
            configuration.json["subscriptionOffersKeyPair"] = .object([
                "id": .string(keyID), "privateKey": .string(key.derRepresentation.base64EncodedString()),
            ])
            configuration.subscriptionGroups = configuration.subscriptionGroups.map { group in
                var group = group
                group.subscriptions = group.subscriptions.map(withOffers)
                return group
            }
            return configuration
        }

        private static func withOffers(_ subscription: ConfiguredSubscription) -> ConfiguredSubscription {
            var subscription = subscription
            let terms: JSONObject = [
                "offerID": "spring", "referenceName": "Spring", "paymentMode": "payAsYouGo",
                "subscriptionPeriod": "P1M", "displayPrice": "2.99", "numberOfPeriods": 2,
            ]
            subscription.promotionalOffers = [ConfiguredOffer(json: terms)]
            subscription.codeOffers = [
                ConfiguredOffer(json: [
                    "referenceName": "Newcomers", "paymentMode": "free", "subscriptionPeriod": "P1M",
                    "numberOfPeriods": 1, "eligibility": ["new"],
                ])
            ]
            return subscription
        }
    }
#endif
