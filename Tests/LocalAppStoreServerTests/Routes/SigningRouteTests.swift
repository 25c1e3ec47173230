import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Signing what somebody made up")
struct SigningRouteTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    private func sign(_ body: String) async throws -> JSONObject {
        let answer = try await tester.ask(.post, "/control/sign", body)
        try #require(answer.status == 200, "\(answer.text)")
        let jws = try #require(answer.json[string: "jws"])
        let verifier = JWSVerifier(policy: store.trustPolicy)
        let payload = try #require(try JSONValue(parsing: try verifier.verify(jws, now: store.now).payload).object)
        #expect(answer.json[object: "payload"] == payload)
        return payload
    }

    private var now: JSONValue { .number(JSONNumber(store.now.millisecondsSince1970)) }

    @Test("Each kind gets what it does not say, and keeps what it says")
    func kinds() async throws {
        let transaction = try await sign(#"{"kind":"transaction","payload":{"transactionId":"7","bundleId":"x.y"}}"#)
        #expect(
            transaction == [
                "transactionId": "7", "bundleId": "x.y", "environment": "Sandbox", "signedDate": now,
            ]
        )
        let renewal = try await sign(
            #"{"kind":"renewal","payload":{"originalTransactionId":"7","signedDate":1735689600000}}"#
        )
        #expect(renewal == ["originalTransactionId": "7", "signedDate": 1_735_689_600_000, "environment": "Sandbox"])
        let app = try await sign(#"{"kind":"appTransaction","payload":{}}"#)
        #expect(app["bundleId"] == .string(SampleShop.app.bundleID))
        #expect(app["receiptType"] == "Sandbox")
        #expect(app["receiptCreationDate"] == now)
        #expect(try await sign(#"{"kind":"any","payload":{"a":[1,null]}}"#) == ["a": [1, .null]])
        #expect(try await sign(#"{"payload":{"a":1}}"#) == ["a": 1])
    }

    @Test("A notification that was made up verifies with everything in it")
    func notification() async throws {
        let transaction =
            #"{"transactionId":"7","originalTransactionId":"7","productId":"p","purchaseDate":1,"type":"Consumable"}"#
        let body =
            #"{"kind":"notification","payload":{"notificationType":"REFUND","data":{"signedTransactionInfo":\#(transaction)}}}"#
        let answer = try await tester.ask(.post, "/control/sign", body).json
        let verifier = SignedDataVerifier(
            policy: store.trustPolicy,
            apps: [AppIdentity(bundleID: SampleShop.app.bundleID)]
        ) { [store] in store.now }
        let verified = try verifier.verify(signedPayload: try #require(answer[string: "jws"]))
        #expect(verified.payload.notificationType == .refund)
        #expect(verified.transaction?.json[string: "transactionId"] == "7")
        #expect(UUID(uuidString: verified.notificationUUID) != nil)
    }

    @Test("Faults of one customer strike what is signed for that customer")
    func faults() async throws {
        try store.setFault(StoreFault(.expiredCertificate, accountID: SampleShop.customer))
        _ = try await sign(#"{"payload":{"a":1}}"#)
        let jws = try #require(
            try await tester.ask(.post, "/control/sign", #"{"payload":{"a":1},"account":"\#(SampleShop.customer)"}"#)
                .json[string: "jws"]
        )
        #expect(throws: (any Error).self) {
            _ = try JWSVerifier(policy: store.trustPolicy).verify(jws, now: store.now)
        }
    }

    @Test(
        "What is no payload is refused",
        arguments: [
            ("{}", 400, "invalid-body"), (#"{"payload":"x"}"#, 400, "invalid-body"),
            (#"{"payload":{},"kind":"song"}"#, 400, "invalid-body"), (#"{"payload":{},"hat":1}"#, 400, "invalid-body"),
            (#"{"payload":{},"account":"nobody"}"#, 404, "unknown-account"),
        ]
    )
    func refused(body: String, status: Int, code: String) async throws {
        let answer = try await tester.ask(.post, "/control/sign", body)
        #expect(answer.status == status)
        #expect(answer.errorCode == code)
    }

    @Test("A notification is sent once more with the same bytes, and its history stays")
    func resend() async throws {
        let path = "/control/notifications"
        #expect(try await tester.ask(.post, "\(path)/x/resend").errorCode == "no-destination")
        tester.server.notifications.destination = URL(string: "http://127.0.0.1:9/n")
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        await tester.server.notifications.deliverPending()
        let sent = try #require(tester.server.notifications.finished.first ?? tester.server.notifications.waiting.first)
        let count = tester.transport.posts.count
        let answer = try await tester.ask(.post, "\(path)/\(sent.id.uppercased())/resend")
        #expect(answer.status == 200)
        #expect(answer.json[string: "notificationUUID"] == sent.id)
        #expect(answer.json[string: "sendAttemptResult"] == "SUCCESS")
        #expect(tester.transport.posts.count == count + 1)
        #expect(tester.transport.posts.last?.body == sent.body)
        let after = tester.server.notifications.finished + tester.server.notifications.waiting
        #expect(after.first { $0.id == sent.id } == sent)
        #expect(try await tester.ask(.post, "\(path)/none/resend").errorCode == "unknown-notification")
    }
}
