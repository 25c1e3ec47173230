import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

/// Calls RevenueCat's interface of a server that demands keys.
struct RevenueCatCaller {
    let client: any TestClientProtocol
    let app: String
    let backend: String
    let world: World
    let server: PurchaseServerApplication

    static let path = "/compat/revenuecat/v1"

    static func with(
        _ change: (inout PurchaseServerConfiguration) throws -> Void = { _ in },
        _ body: @Sendable @escaping (RevenueCatCaller) async throws -> Void
    ) async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        world.configuration.answersRevenueCat = true
        world.configuration.customers.levels = try LevelCatalogue([
            .init("pro", productIDs: ["com.example.app.monthly"]), .init("life", productIDs: ["com.example.app.pro"]),
            .init("gold", productIDs: ["com.example.app.gold"]),
        ])
        world.configuration.customers.sandbox = .everybody
        try change(&world.configuration)
        world.store.set(world.answer())
        try await world.test { [world] client, server in
            let keys = try #require(server.firstKeys)
            try await body(
                RevenueCatCaller(
                    client: client,
                    app: keys.public.text,
                    backend: keys.secret.text,
                    world: world,
                    server: server
                )
            )
        }
    }

    func headers(_ key: String?, _ more: HTTPFields = [:]) -> HTTPFields {
        var fields = more
        if let key { fields[.authorization] = key.contains(" ") ? key : "Bearer \(key)" }
        return fields
    }

    func get(_ path: String, as key: String?, _ more: HTTPFields = [:]) async throws -> Answer {
        try await client.get(Self.path + path, headers: headers(key, more))
    }

    func post(_ path: String, _ body: JSONValue, as key: String?, _ more: HTTPFields = [:]) async throws -> Answer {
        try await client.post(Self.path + path, body.serialized(), headers: headers(key, more))
    }

    func delete(_ path: String, as key: String?) async throws -> Answer {
        try await client.delete(Self.path + path, headers: headers(key))
    }

    static let onPhone: HTTPFields = [.platform: "iOS"]

    /// A receipt with a subscription in its first month and a non-consumable comes from an app.
    @discardableResult
    func buy(as customer: String = "flora", _ more: JSONObject = [:]) async throws -> Answer {
        var body: JSONObject = [
            "app_user_id": .string(customer),
            "fetch_token": .string(try SampleReceipt.signed().base64EncodedString()),
        ]
        for (key, value) in more.members { body[key] = value }
        return try await post("/receipts", .object(body), as: app, Self.onPhone)
    }

    /// A signed transaction comes from an app.
    func buy(
        signed transaction: String,
        as customer: String = "flora"
    ) async throws -> Answer {
        try await post(
            "/receipts",
            ["app_user_id": .string(customer), "fetch_token": .string(transaction)],
            as: app,
            Self.onPhone
        )
    }

    /// The App Store says what becomes of the subscription of the samples.
    func notify(_ change: (inout RenewalInfoPayload) -> Void, of transaction: String? = nil) async throws {
        var info = RenewalInfoPayload()
        info.originalTransactionID = "2000"
        info.productID = "com.example.app.monthly"
        info.autoRenewProductID = "com.example.app.monthly"
        info.autoRenewStatus = .on
        info.environment = .sandbox
        info.signedDate = world.now
        change(&info)
        let body: JSONValue = [
            "signedTransactions": [
                .string(try transaction ?? SignedSample.transaction(signed: world.now))
            ],
            "signedRenewalInfo": [.string(try TestAuthority.trusted.get().jwsSigner.sign(info.jsonData))],
        ]
        let answer = try await client.post(
            "/v1/customers/flora/transactions",
            body.serialized(),
            headers: headers(backend)
        )
        #expect(answer.status == 200, "\(answer.json)")
    }
}

extension Answer {
    var subscriber: JSONObject { json[object: "subscriber"] ?? [:] }
    var code: Int64? { json[integer: "code"] }

    /// What an app of that interface takes for active: the later of both ends, and the moment itself counts.
    var activeEntitlements: Set<String> {
        let now = json[string: "request_date"].flatMap { RFC3339.date(from: $0) } ?? .distantFuture
        let active = (subscriber[object: "entitlements"] ?? [:]).members.filter { _, value in
            let ends = ["expires_date", "grace_period_expires_date"].compactMap { value.object?[string: $0] }
            guard value.object?["expires_date"] != .null else { return true }
            return ends.compactMap { RFC3339.date(from: $0) }.contains { $0 >= now }
        }
        return Set(active.map(\.key))
    }
}
