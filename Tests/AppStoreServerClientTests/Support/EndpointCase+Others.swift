import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import Testing

extension EndpointCase {
    /// Notifications, Advanced Commerce, seats.
    static let others: [EndpointCase] = [
        EndpointCase(
            endpoint: .requestTestNotification,
            path: "/inApps/v1/notifications/test",
            answer: { #"{"testNotificationToken":"t"}"# },
            call: { client in
                let seen = try await client.requestTestNotification()
                #expect(seen == "t")
            }
        ),
        EndpointCase(
            endpoint: .testNotificationStatus,
            path: "/inApps/v1/notifications/test/t",
            answer: { try SignedAnswers.sentNotification().serialized() },
            call: { client in
                let sent = try await client.testNotification("t")
                #expect(sent.attempts.first?.result == NotificationSendAttemptResult(rawValue: "SOMETHING_NEW"))
                #expect(sent.notification.payload.notificationType == .didRenew)
            }
        ),
        EndpointCase(
            endpoint: .notificationHistory,
            path: "/inApps/v1/notifications/history",
            query: "paginationToken=a%2Bb",
            body: #"{"startDate":1000,"endDate":2000,"notificationType":"REFUND","onlyFailures":true}"#,
            answer: {
                JSONValue.object([
                    "notificationHistory": [try SignedAnswers.sentNotification()], "hasMore": false,
                ]).serialized()
            },
            call: { client in _ = try await client.notificationHistory(refundsOnly, paginationToken: "a+b") }
        ),
        EndpointCase(
            endpoint: .cancelSubscription,
            path: "/advancedCommerce/v1/subscription/cancel/2",
            body: #"""
                {"requestInfo":{"requestReferenceId":"7f2c1b0e-0000-4000-8000-000000000001"},
                "storefront":"USA",
                "items":[{"SKU":"s"}]}
                """#,
            answer: { try advancedCommerceAnswer() },
            call: { client in

                let seen = try await client.cancelSubscription(of: "2", advancedCommerce).renewalInfo?.autoRenewStatus
                #expect(seen == .on)

            }
        ),
        EndpointCase(
            endpoint: .changeSubscriptionMetadata,
            path: "/advancedCommerce/v1/subscription/changeMetadata/2",
            body: #"""
                {"requestInfo":{"requestReferenceId":"7f2c1b0e-0000-4000-8000-000000000001"},
                "storefront":"USA",
                "items":[{"SKU":"s"}]}
                """#,
            answer: { try advancedCommerceAnswer() },
            call: { client in

                let seen = try await client.changeSubscriptionMetadata(of: "2", advancedCommerce).renewalInfo?
                    .autoRenewStatus
                #expect(seen == .on)

            }
        ),
        EndpointCase(
            endpoint: .changeSubscriptionPrice,
            path: "/advancedCommerce/v1/subscription/changePrice/2",
            body: #"""
                {"requestInfo":{"requestReferenceId":"7f2c1b0e-0000-4000-8000-000000000001"},
                "storefront":"USA",
                "items":[{"SKU":"s"}]}
                """#,
            answer: { try advancedCommerceAnswer() },
            call: { client in

                let seen = try await client.changeSubscriptionPrice(of: "2", advancedCommerce).renewalInfo?
                    .autoRenewStatus
                #expect(seen == .on)

            }
        ),
        EndpointCase(
            endpoint: .migrateSubscription,
            path: "/advancedCommerce/v1/subscription/migrate/2",
            body: #"""
                {"requestInfo":{"requestReferenceId":"7f2c1b0e-0000-4000-8000-000000000001"},
                "storefront":"USA",
                "items":[{"SKU":"s"}]}
                """#,
            answer: { try advancedCommerceAnswer() },
            call: { client in

                let seen = try await client.migrateSubscription(of: "2", advancedCommerce).renewalInfo?.autoRenewStatus
                #expect(seen == .on)

            }
        ),
        EndpointCase(
            endpoint: .revokeSubscription,
            path: "/advancedCommerce/v1/subscription/revoke/2",
            body: #"""
                {"requestInfo":{"requestReferenceId":"7f2c1b0e-0000-4000-8000-000000000001"},
                "storefront":"USA",
                "items":[{"SKU":"s"}]}
                """#,
            answer: { try advancedCommerceAnswer() },
            call: { client in

                let seen = try await client.revokeSubscription(of: "2", advancedCommerce).renewalInfo?.autoRenewStatus
                #expect(seen == .on)

            }
        ),
        EndpointCase(
            endpoint: .requestRefund,
            path: "/advancedCommerce/v1/transaction/requestRefund/2",
            body: #"""
                {"requestInfo":{"requestReferenceId":"7f2c1b0e-0000-4000-8000-000000000001"},
                "storefront":"USA",
                "items":[{"SKU":"s"}]}
                """#,
            answer: { try advancedCommerceAnswer() },
            call: { client in

                let seen = try await client.requestRefund(of: "2", advancedCommerce).renewalInfo?.autoRenewStatus
                #expect(seen == .on)

            }
        ),
        EndpointCase(
            endpoint: .claimSeat,
            path: "/groups/v1/transactions/1/seats",
            body: #"{"requestIdentifier":"7f2c1b0e-0000-4000-8000-000000000001","appTransactionId":"700"}"#,
            answer: { SignedAnswers.member("seatClaimId", "c") },
            call: { client in
                let claim = try await client.claimSeat(of: "1", requestIdentifier: identifier, appTransactionID: "700")
                #expect(claim == "c")
            }
        ),
        EndpointCase(
            endpoint: .unclaimSeat,
            path: "/groups/v1/transactions/1/seats/c",
            answer: { "" },
            call: { client in try await client.unclaimSeat("c", of: "1") }
        ),
        EndpointCase(
            endpoint: .seatInfo,
            path: "/groups/v1/transactions/1/seats",
            answer: { #"{"totalSeatCount":5,"assignedSeatClaimIds":["c"]}"# },
            call: { client in
                let seen = try await client.seats(of: "1").assignedSeatClaimIDs
                #expect(seen == ["c"])
            }
        ),
    ]
}

extension EndpointCase {
    private static var refundsOnly: NotificationHistoryRequest {
        var request = NotificationHistoryRequest()
        request.startDate = Date(timeIntervalSince1970: 1)
        request.endDate = Date(timeIntervalSince1970: 2)
        request.notificationType = .refund
        request.onlyFailures = true
        return request
    }

    private static var advancedCommerce: AdvancedCommerceRequest {
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

    private static func advancedCommerceAnswer() throws -> String {
        JSONValue.object([
            "signedTransactionInfo": .string(try SignedAnswers.transaction()),
            "signedRenewalInfo": .string(try SignedAnswers.renewalInfo()),
        ]).serialized()
    }
}
