import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What the purchase server answers")
struct WireMemberTests {
    @Test("Every member and every code of every answer is in the article about the wire")
    func members() async throws {
        let world = try World()
        world.store.set(
            world.answer {
                $0.cancellationDate = TestAuthority.signingDate
                $0.cancellationReason = .issueInApp
            }
        )
        let article = try WireArticle()
        try await world.test { client, _ in
            let receipt = try SampleReceipt.signed()
            let answers = [
                try await client.upload(receipt, for: "alice"), try await client.get("/v1/customers/alice"),
                try await client.upload(receipt, for: "alice", #","transactionId":"1","productId":"weed""#),
                try await client.upload(Data("<html>".utf8), for: "alice"), try await client.get("/health"),
                try await client.post("/v1/customers/alice/receipts", "{}"), try await client.get("/nothing"),
                try await client.post("/apple/notifications", "{}"),
                try await client.post("/apple/notifications", #"{"signedPayload":"a.b.c"}"#),
            ]
            for answer in answers {
                #expect(article.strangers(in: answer.json) == [], "\(answer.json)")
                #expect(!answer.json.isEmpty)
                for code in [answer.errorCode, answer.rule].compactMap(\.self) {
                    #expect(article.codes.contains { $0.name == code }, "\(code)")
                }
            }
            #expect(answers.compactMap(\.errorCode).count == 6)
            #expect(answers[0].entitlements.count == 2)
        }
    }
}
