import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import Testing

extension EndpointCase {
    /// Notifications and seats.
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
}
