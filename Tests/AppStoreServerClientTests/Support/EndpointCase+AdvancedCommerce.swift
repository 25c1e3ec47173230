import AppStoreModels
import AppStoreServerClient
import Foundation
import Testing

extension EndpointCase {
    /// The calls of Advanced Commerce: the same request and the same answer for each, at a path of its own.
    static let advancedCommerce: [EndpointCase] = [
        changing(.cancelSubscription, "subscription/cancel") { client, request in
            try await client.cancelSubscription(of: "2", request)
        },
        changing(.changeSubscriptionMetadata, "subscription/changeMetadata") { client, request in
            try await client.changeSubscriptionMetadata(of: "2", request)
        },
        changing(.changeSubscriptionPrice, "subscription/changePrice") { client, request in
            try await client.changeSubscriptionPrice(of: "2", request)
        },
        changing(.migrateSubscription, "subscription/migrate") { client, request in
            try await client.migrateSubscription(of: "2", request)
        },
        changing(.revokeSubscription, "subscription/revoke") { client, request in
            try await client.revokeSubscription(of: "2", request)
        },
        changing(.requestRefund, "transaction/requestRefund") { client, request in
            try await client.requestRefund(of: "2", request)
        },
    ]

    private static func changing(
        _ endpoint: ServerAPIEndpoint,
        _ path: String,
        _ call: @escaping @Sendable (ServerAPIClient, AdvancedCommerceRequest) async throws -> AdvancedCommerceOutcome
    ) -> EndpointCase {
        EndpointCase(
            endpoint: endpoint,
            path: "/advancedCommerce/v1/\(path)/2",
            body: #"""
                {"requestInfo":{"requestReferenceId":"7f2c1b0e-0000-4000-8000-000000000001"},
                "storefront":"USA",
                "items":[{"SKU":"s"}]}
                """#,
            answer: {
                JSONValue.object([
                    "signedTransactionInfo": .string(try SignedAnswers.transaction()),
                    "signedRenewalInfo": .string(try SignedAnswers.renewalInfo()),
                ]).serialized()
            },
            call: { client in
                let seen = try await call(client, oneItem).renewalInfo?.autoRenewStatus
                #expect(seen == .on)
            }
        )
    }

    private static var oneItem: AdvancedCommerceRequest {
        var info = AdvancedCommerceRequestInfo()
        info.requestReferenceID = identifier
        var item = AdvancedCommerceItem()
        item.sku = "s"
        var request = AdvancedCommerceRequest()
        request.requestInfo = info
        request.storefront = "USA"
        request.items = [item]
        return request
    }
}
