import AppStoreModels
import AppStoreServerClient
import Foundation
import Testing

extension EndpointCase {
    /// Subscriptions, transactions, histories.
    static let transactions: [EndpointCase] = [
        EndpointCase(
            endpoint: .allSubscriptionStatuses,
            path: "/inApps/v1/subscriptions/2",
            query: "status=1&status=4",
            answer: { try SignedAnswers.statuses() },
            call: { client in
                _ = try await client.subscriptionStatuses(of: "2", in: [.active, .billingGracePeriod])
            }
        ),
        EndpointCase(
            endpoint: .extendRenewalDate,
            path: "/inApps/v1/subscriptions/extend/1",
            body: #"{"extendByDays":14,"extendReasonCode":3,"requestIdentifier":"r-1"}"#,
            answer: { #"{"success":true}"# },
            call: { client in
                _ = try await client.extendRenewalDate(
                    of: "1",
                    byDays: 14,
                    reason: .serviceIssueOrOutage,
                    requestIdentifier: "r-1"
                )
            }
        ),
        EndpointCase(
            endpoint: .massExtendRenewalDate,
            path: "/inApps/v1/subscriptions/extend/mass",
            body: #"""
                {"productId":"p",
                "extendByDays":1,
                "extendReasonCode":0,
                "requestIdentifier":"r",
                "storefrontCountryCodes":["USA"]}
                """#,
            answer: { #"{"requestIdentifier":"r"}"# },
            call: { client in
                _ = try await client.massExtendRenewalDate(
                    of: "p",
                    byDays: 1,
                    reason: .undeclared,
                    requestIdentifier: "r",
                    storefronts: ["USA"]
                )
            }
        ),
        EndpointCase(
            endpoint: .massExtensionStatus,
            path: "/inApps/v1/subscriptions/extend/mass/p/r",
            answer: { #"{"complete":true,"succeededCount":3}"# },
            call: { client in

                let seen = try await client.massExtensionStatus(of: "p", request: "r").succeededCount
                #expect(seen == 3)

            }
        ),
        EndpointCase(
            endpoint: .transactionHistory,
            path: "/inApps/v2/history/2",
            query: "startDate=1000&endDate=2000&productId=a%26b&productId=c&productType=CONSUMABLE"
                + "&sort=DESCENDING&subscriptionGroupIdentifier=20&inAppOwnershipType=FAMILY_SHARED&revoked=false&revision=5_a%3D",
            answer: { try SignedAnswers.page(["2"], revision: "6", hasMore: false) },
            call: { client in _ = try await client.transactionHistory(of: "2", everyFilter, revision: "5_a=") }
        ),
        EndpointCase(
            endpoint: .transactionHistoryV1,
            path: "/inApps/v1/history/2",
            answer: { try SignedAnswers.page(["2"], revision: "6", hasMore: false) },
            call: { client in for try await _ in client.transactionHistoryPagesV1(of: "2") {} }
        ),
        EndpointCase(
            endpoint: .transactionInfo,
            path: "/inApps/v1/transactions/2",
            answer: { SignedAnswers.member("signedTransactionInfo", try SignedAnswers.transaction()) },
            call: { client in
                let seen = try await client.transaction("2").transactionID
                #expect(seen == "2")
            }
        ),
        EndpointCase(
            endpoint: .appTransactionInfo,
            path: "/inApps/v1/transactions/appTransactions/2",
            answer: { SignedAnswers.member("signedAppTransactionInfo", try SignedAnswers.appTransaction()) },
            call: { client in
                let seen = try await client.appTransaction(of: "2").appTransactionID
                #expect(seen == "700")
            }
        ),
        EndpointCase(
            endpoint: .setAppAccountToken,
            path: "/inApps/v1/transactions/1/appAccountToken",
            body: #"{"appAccountToken":"7f2c1b0e-0000-4000-8000-000000000001"}"#,
            answer: { "" },
            call: { client in try await client.setAppAccountToken(identifier, of: "1") }
        ),
        EndpointCase(
            endpoint: .finishTransaction,
            path: "/inApps/v1/transactions/2/finish",
            answer: { "" },
            call: { client in try await client.finish(transactionID: "2") }
        ),
        EndpointCase(
            endpoint: .sendConsumptionInformation,
            path: "/inApps/v2/transactions/consumption/2",
            body: #"""
                {"customerConsented":true,
                "sampleContentProvided":false,
                "deliveryStatus":"DELIVERED",
                "consumptionPercentage":50000,
                "refundPreference":"DECLINE"}
                """#,
            answer: { "" },
            call: { client in try await client.sendConsumption(consumption, of: "2") }
        ),
        EndpointCase(
            endpoint: .sendConsumptionInformationV1,
            path: "/inApps/v1/transactions/consumption/2",
            body: #"{"customerConsented":true,"playTime":7}"#,
            answer: { "" },
            call: { client in
                try await client.sendConsumptionV1(
                    ConsumptionRequestV1(json: ["customerConsented": true, "playTime": 7]),
                    of: "2"
                )
            }
        ),
        EndpointCase(
            endpoint: .lookUpOrderID,
            path: "/inApps/v1/lookup/MX1",
            answer: { #"{"status":1}"# },
            call: { client in
                let seen = try await client.order("MX1").isValid
                #expect(seen == false)
            }
        ),
        EndpointCase(
            endpoint: .refundHistory,
            path: "/inApps/v2/refund/lookup/2",
            query: "revision=9",
            answer: { try SignedAnswers.page([], revision: "9", hasMore: false) },
            call: { client in
                for try await page in client.refundHistoryPages(of: "2", resumingAt: "9") {
                    #expect(page.transactions.isEmpty)
                }
            }
        ),
        EndpointCase(
            endpoint: .refundHistoryV1,
            path: "/inApps/v1/refund/lookup/1",
            answer: { try SignedAnswers.page(["2"], revision: "", hasMore: false) },
            call: { client in
                let seen = try await client.refundHistoryV1(of: "1").transactions.count
                #expect(seen == 1)
            }
        ),
    ]
}

extension EndpointCase {
    private static let everyFilter = TransactionHistoryFilter(
        startDate: Date(timeIntervalSince1970: 1),
        endDate: Date(timeIntervalSince1970: 2),
        productIDs: ["a&b", "c"],
        productTypes: [.consumable],
        subscriptionGroupIDs: ["20"],
        ownership: .familyShared,
        isRevoked: false,
        isDescending: true
    )

    private static var consumption: ConsumptionRequest {
        var request = ConsumptionRequest()
        request.customerConsented = true
        request.sampleContentProvided = false
        request.deliveryStatus = .delivered
        request.consumptionPercentage = 50_000
        request.refundPreference = .decline
        return request
    }
}
