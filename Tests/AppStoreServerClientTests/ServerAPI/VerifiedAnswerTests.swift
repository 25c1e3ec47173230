import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("What is signed in an answer")
struct VerifiedAnswerTests {
    @Test("Statuses come decoded, by group, with what they mean")
    func statuses() async throws {
        let network = ServerAPIScript(.json(try SignedAnswers.statuses()))
        let statuses = try await network.client(routing: .sandbox).subscriptionStatuses(of: "2")
        let subscription = try #require(statuses.subscriptions.first)
        #expect(statuses.groups.map(\.id) == ["20"])
        #expect(subscription.status == .billingGracePeriod)
        #expect(subscription.givesAccess)
        #expect(subscription.transaction.productID == "com.example.app.monthly")
        #expect(subscription.renewalInfo?.autoRenewStatus == .on)
        #expect(statuses.environment == .sandbox)
    }

    @Test("Renewal information of another subscription is refused")
    func foreignRenewal() async throws {
        let answer = try SignedAnswers.statuses(renewalInfo: try SignedAnswers.renewalInfo(of: "77"))
        let network = ServerAPIScript(.json(answer))
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client().subscriptionStatuses(of: "2")
        }
        #expect(error?.code == .notVerified)
        #expect(error?.reason.contains("unbound") == true)
    }

    @Test("What another authority signed, or what is about another app, is refused")
    func foreign() async throws {
        let answers = [
            try SignedAnswers.transaction(by: TestAuthority.foreign),
            try SignedAnswers.transaction(bundleID: "com.example.other"),
            try SignedAnswers.appTransaction(), "x", "a.b.c",
        ]
        for answer in answers {
            let network = ServerAPIScript(.json(SignedAnswers.member("signedTransactionInfo", answer)))
            let error = await #expect(throws: ServerAPIError.self) { try await network.client().transaction("2") }
            #expect(error?.code == .notVerified)
            #expect(error?.endpoint == .transactionInfo)
        }
    }

    @Test(
        "An answer that is none is named",
        arguments: ["", "<html>", "[]", "{}", #"{"signedTransactionInfo":null}"#, #"{"signedTransactionInfo":{}}"#]
    )
    func malformed(body: String) async throws {
        let network = ServerAPIScript(.json(body))
        let error = await #expect(throws: ServerAPIError.self) { try await network.client().transaction("2") }
        #expect(error?.code == .malformedAnswer)
        #expect(network.requests.count == 1)
    }

    @Test("Requests that break a documented rule are not sent")
    func refused() async throws {
        let network = ServerAPIScript()
        let client = try network.client()
        let day = Date(timeIntervalSince1970: 86_400)
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await client.extendRenewalDate(of: "1", byDays: 0, reason: .other, requestIdentifier: "r") },
            { _ = try await client.extendRenewalDate(of: "1", byDays: 91, reason: .other, requestIdentifier: "r") },
            { _ = try await client.extendRenewalDate(of: "1", byDays: 1, reason: .other, requestIdentifier: "") },
            {
                _ = try await client.massExtendRenewalDate(
                    of: "p",
                    byDays: 1,
                    reason: .other,
                    requestIdentifier: "r",
                    storefronts: []
                )
            },
            { try await client.sendConsumption(ConsumptionRequest(), of: "1") },
            { try await client.sendConsumption(ConsumptionRequest(json: ["customerConsented": true]), of: "1") },
            { try await client.sendConsumptionV1(ConsumptionRequestV1(), of: "1") },
            { _ = try await client.notificationHistory(NotificationHistoryRequest()) },
            {
                _ = try await client.transactionHistory(of: "1", TransactionHistoryFilter(startDate: day, endDate: day))
            },
            { try await client.uploadImage(Data("GIF8".utf8), as: EndpointCase.identifier) },
            { try await client.uploadMessage(RetentionMessage(), as: EndpointCase.identifier) },
            { try await client.setRealtimeURL(try #require(URL(string: "http://shop.example"))) },
            { _ = try await client.cancelSubscription(of: "1", AdvancedCommerceRequest()) },
        ]
        for call in calls {
            let error = await #expect(throws: ServerAPIError.self) { try await call() }
            #expect(error?.code == .invalidRequest)
        }
        #expect(network.requests.isEmpty)
    }
}
