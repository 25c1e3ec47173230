import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import HTTPTypes
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Advanced Commerce between the client and the local store")
struct AdvancedCommerceClientTests {
    private typealias Refusal = AppStoreServerClient.ServerAPIError

    private let store: LocalAppStore
    private let network: LocalStoreTransport
    private let client: ServerAPIClient

    init() throws {
        store = try SampleShop.open()
        network = LocalStoreTransport(store)
        client = try network.client()
    }

    private static func reference(_ number: Int) -> JSONObject {
        ["requestReferenceId": .string("00000000-0000-4000-8000-00000000000\(number)")]
    }

    private func request(_ number: Int, _ members: JSONObject = [:]) -> AdvancedCommerceRequest {
        var json = members
        json["requestInfo"] = .object(Self.reference(number))
        return AdvancedCommerceRequest(json: json)
    }

    /// Buys with a request that the developer's server signs, and the customer confirms.
    private func confirm(_ operation: AdvancedCommerceOperation, _ product: String) async throws -> JSONObject {
        let key = network.server.serverAPIKey
        let signer = OfferSigner(
            key: try InAppPurchaseKey(pem: key.pem, keyID: key.keyID, issuerID: key.issuerID),
            bundleID: SampleShop.app.bundleID,
            now: { store.now }
        )
        let order = AdvancedCommerceOrder(
            .signed(try signer.advancedCommerce(operation)),
            productID: product,
            account: SampleShop.customer
        )
        let control = StoreControlClient(
            baseURL: try #require(URL(string: "http://127.0.0.1:8081")),
            transport: network
        )
        return try await control.send(.confirm(order)).json
    }

    private func subscription() throws -> AdvancedCommerceOperation {
        try .createSubscription(
            request(
                1,
                [
                    "currency": "USD", "taxCode": "C003-00-2", "period": "P1M",
                    "descriptors": ["displayName": "Flowers", "description": "Fresh every month"],
                    "items": [
                        ["SKU": "roses", "displayName": "Roses", "description": "Red", "price": 5_000],
                        ["SKU": "tulips", "displayName": "Tulips", "description": "Dutch", "price": 3_000],
                    ],
                ]
            )
        )
    }

    @Test("A signed request begins a subscription, which the server's calls then change, revoke and pay back")
    func life() async throws {
        let bought = try await confirm(subscription(), SampleShop.posy)
        let id = try #require(bought[string: "transactionId"])
        let transaction = try await client.transaction(id)
        #expect(transaction.price == 8)
        let info = try #require(transaction.json[object: "advancedCommerceInfo"])
        #expect(info.objects("items").map { $0["SKU"] } == ["roses", "tulips"])
        #expect(info["requestReferenceId"] == Self.reference(1)["requestReferenceId"])

        let renamed = try await client.changeSubscriptionMetadata(
            of: id,
            request(2, ["descriptors": ["effective": "IMMEDIATELY", "displayName": "Blossoms"]])
        )
        let name = renamed.transaction?.payload.json[object: "advancedCommerceInfo"]?[object: "descriptors"]
        #expect(name?["displayName"] == "Blossoms")
        let priced = try await client.changeSubscriptionPrice(
            of: id,
            request(3, ["items": [["SKU": "roses", "price": 6_000]]])
        )
        let renewal = try #require(priced.renewalInfo?.payload.json[object: "advancedCommerceInfo"])
        #expect(renewal.objects("items").first?[object: "priceIncreaseInfo"]?["status"] == "PENDING")
        #expect(priced.renewalInfo?.payload.priceIncreaseStatus == 0)
        let token = try #require(renewal[string: "consistencyToken"])

        let repeated = await #expect(throws: Refusal.self) {
            try await client.cancelSubscription(of: id, request(3))
        }
        #expect(repeated?.errorCode == .repeatedRequestReferenceID)
        var cancelling = request(4)
        cancelling.requestInfo?.consistencyToken = token
        #expect(try await client.cancelSubscription(of: id, cancelling).renewalInfo?.payload.autoRenewStatus == .off)
        let refunded = try await client.requestRefund(
            of: id,
            request(
                5,
                [
                    "refundRiskingPreference": true,
                    "items": [
                        [
                            "SKU": "tulips", "revoke": true, "refundReason": "LEGAL", "refundType": "CUSTOM",
                            "refundAmount": 500,
                        ]
                    ],
                ]
            )
        )
        let tulips = refunded.transaction?.payload.json[object: "advancedCommerceInfo"]?.objects("items").last
        #expect(tulips?.objects("refunds").first?["refundAmount"] == 500)
        let revoked = try await client.revokeSubscription(
            of: id,
            request(6, ["refundRiskingPreference": true, "refundReason": "OTHER", "refundType": "PRORATED"])
        )
        #expect(revoked.transaction?.payload.revocationDate == store.now)
        #expect(store.subscriptions.map(\.status) == [.revoked])
    }

    @Test("Each change is told of with what was true then, and the notifications verify")
    func notifications() async throws {
        let events = Locked<[StoreEvent]>([])
        let observation = store.observe { event in events.withLock { $0.append(event) } }
        let bought = try await confirm(subscription(), SampleShop.posy)
        let id = try #require(bought[string: "transactionId"])
        _ = try await client.changeSubscriptionMetadata(
            of: id,
            request(2, ["descriptors": ["effective": "IMMEDIATELY", "displayName": "Blossoms"]])
        )
        _ = try await client.changeSubscriptionPrice(
            of: id,
            request(3, ["items": [["SKU": "roses", "price": 4_000]]])
        )
        let ordinary = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        let migrated = try await client.migrateSubscription(
            of: ordinary,
            request(
                4,
                [
                    "taxCode": "C003", "targetProductId": .string(SampleShop.posy),
                    "descriptors": ["displayName": "Club", "description": "The club"],
                    "items": [["SKU": "club", "displayName": "Club", "description": "Flowers"]],
                ]
            )
        )
        #expect(migrated.renewalInfo?.payload.autoRenewProductID == SampleShop.posy)
        observation.cancel()
        let verifier = SignedDataVerifier(
            policy: store.trustPolicy,
            apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
            now: { store.now }
        )
        var told: [String] = []
        var names: [JSONValue?] = []
        for event in events.withLock({ $0 }) {
            guard let signed = try store.signedNotification(for: event) else { continue }
            let read = try verifier.verify(signedPayload: signed.signedPayload)
            told.append(read.payload.payload.notificationType?.rawValue ?? "")
            let info = read.transaction?.payload.json[object: "advancedCommerceInfo"]
            names.append(info?[object: "descriptors"]?["displayName"])
        }
        #expect(told == ["SUBSCRIBED", "METADATA_UPDATE", "PRICE_CHANGE", "SUBSCRIBED", "MIGRATION"])
        #expect(names == ["Flowers", "Blossoms", "Blossoms", nil, "Club"])
    }

    @Test("What does not fit is refused in Apple's words and changes nothing, in each environment's paths")
    func refused() async throws {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        let before = store.engine
        let calls: [(ServerAPIErrorCode, () async throws -> AdvancedCommerceOutcome)] = [
            (
                .subscriptionNotEligible,
                { try await client.cancelSubscription(of: id, request(1)) }
            ),
            (
                .transactionIDNotFound,
                { try await client.cancelSubscription(of: "9", request(1)) }
            ),
            (
                .productNotEligible,
                {
                    try await client.requestRefund(
                        of: id,
                        request(
                            1,
                            [
                                "refundRiskingPreference": true,
                                "items": [["SKU": "x", "revoke": true, "refundReason": "LEGAL", "refundType": "FULL"]],
                            ]
                        )
                    )
                }
            ),
        ]
        for (code, call) in calls {
            let error = await #expect(throws: Refusal.self) { try await call() }
            #expect(error?.errorCode == code)
        }
        #expect(store.engine == before)
    }
}

extension JSONObject {
    fileprivate func objects(_ key: String) -> [JSONObject] { (self[array: key] ?? []).compactMap(\.object) }
}
