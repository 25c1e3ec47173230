import AppStoreModels
import Crypto
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("A customer who is about to cancel")
struct CancellationTests {
    private typealias Shop = RetentionTester
    private let tester: RetentionTester

    init() throws { tester = try RetentionTester() }

    private func decide(_ id: String, _ choice: String) async throws -> RouteTester.Answer {
        try await tester.ask(.post, "/control/cancellations/\(id)/\(choice)")
    }

    @Test("The developer's server is asked with signed data, and what it chooses is shown")
    func message() async throws {
        let id = try await tester.subscriber()
        let sheet = try await tester.cancel(id, answering: #"{"message":{"messageIdentifier":"\#(Shop.message)"}}"#)
        #expect(sheet["source"] == "realtime")
        #expect(sheet[object: "message"]?["header"] == "Stay")
        #expect(sheet["failure"] == nil)
        let request = try #require(tester.developer.requests.last)
        #expect(request.url.absoluteString == "http://127.0.0.1:9/retain")
        #expect(request.method == "POST" && request.contentType == "application/json")
        #expect(request.timeout == 1)
        #expect(request.maximumResponseLength == 65_536)
        let body = try #require(try JSONValue(parsing: request.body).object)
        let parts = try #require(body[string: "signedPayload"]).split(separator: ".")
        let bytes = try #require(Base64.urlSafe(decoding: parts[1]))
        let payload = try #require(try JSONValue(parsing: bytes).object)
        #expect(payload["originalTransactionId"] == .string(id))
        #expect(payload["productId"] == .string(SampleShop.posy))
        #expect(payload["appAppleId"] == 1_234_567_890)
        #expect(payload["userLocale"] == "en-US")
        #expect(payload["environment"] == "Sandbox")
        #expect(payload[milliseconds: "signedDate"] == tester.store.now)
        #expect(payload["requestIdentifier"] == sheet["requestIdentifier"])
    }

    @Test(
        "An answer that breaks a rule is not shown; the rule is named, and the default message stands in",
        arguments: [
            ("", "realtime-not-json"), ("[]", "realtime-not-json"), ("{}", "realtime-choice-count"),
            (
                #"{"message":{"messageIdentifier":"M"},"alternateProduct":{"messageIdentifier":"M"}}"#,
                "realtime-choice-count"
            ),
            (#"{"message":7}"#, "realtime-member"), (#"{"message":{}}"#, "realtime-member"),
            (#"{"message":{"messageIdentifier":"00000000-0000-4000-8000-0000000000ff"}}"#, "realtime-unknown-message"),
            (#"{"message":{"messageIdentifier":"PENDING"}}"#, "realtime-not-approved"),
            (#"{"alternateProduct":{"messageIdentifier":"M"}}"#, "realtime-member"),
            (#"{"alternateProduct":{"messageIdentifier":"M","productId":"shop.none"}}"#, "realtime-unknown-product"),
            (#"{"alternateProduct":{"messageIdentifier":"M","productId":"SEEDS"}}"#, "realtime-unknown-product"),
            (#"{"alternateProduct":{"messageIdentifier":"M","productId":"POSY"}}"#, "realtime-same-product"),
            (
                #"{"alternateProduct":{"messageIdentifier":"M","productId":"BOUQUET","billingPlanType":"MONTHLY"}}"#,
                "realtime-billing-plan"
            ),
            (#"{"promotionalOffer":{"messageIdentifier":"M"}}"#, "realtime-member"),
            (#"{"promotionalOffer":{"messageIdentifier":"M","promotionalOfferSignatureV1":{}}}"#, "realtime-member"),
            (
                #"{"promotionalOffer":{"messageIdentifier":"M","promotionalOfferSignatureV2":"a.b.c"}}"#,
                "realtime-offer-refused"
            ),
            (
                #"{"advancedCommerceInfo":{"messageIdentifier":"M","advancedCommerceData":"e30="}}"#,
                "realtime-commerce-refused"
            ),
        ]
    )
    func broken(answer: String, rule: String) async throws {
        let id = try await tester.subscriber()
        let pending = UUID()
        try tester.store.uploadRetentionMessage(pending, RetentionMessageContent(header: "H", body: "B"))
        var answer = answer.replacingOccurrences(of: #""M""#, with: "\"\(Shop.message)\"")
        for (word, text) in [
            ("PENDING", pending.uuidString), ("SEEDS", SampleShop.seeds), ("POSY", SampleShop.posy),
            ("BOUQUET", SampleShop.bouquet),
        ] { answer = answer.replacingOccurrences(of: "\"\(word)\"", with: "\"\(text)\"") }
        let sheet = try await tester.cancel(id, answering: answer)
        #expect(sheet[object: "failure"]?["rule"] == .string(rule))
        #expect(sheet[object: "failure"]?["sendAttemptResult"] == "INVALID_RESPONSE")
        #expect(sheet["source"] == "default")
        #expect(sheet[object: "message"]?["messageIdentifier"] == .string(Shop.other))
    }

    @Test(
        "A server that gives no answer is not waited for, and the result says how that ended",
        arguments: [(HTTPTransportError.Code.timedOut, "TIMED_OUT"), (.noReceiver, "NO_RESPONSE"), (.tls, "TLS_ISSUE")]
    )
    func noAnswer(code: HTTPTransportError.Code, result: String) async throws {
        let id = try await tester.subscriber()
        tester.developer.answer { _ in throw HTTPTransportError(code, reason: "scripted") }
        let sheet = try await tester.ask(.post, "/control/cancellations", #"{"originalTransactionId":"\#(id)"}"#).json
        #expect(sheet[object: "failure"]?["rule"] == "realtime-no-answer")
        #expect(sheet[object: "failure"]?["sendAttemptResult"] == .string(result))
    }

    @Test("A redirect or an error is no answer", arguments: [301, 302, 404, 500])
    func status(status: Int) async throws {
        let id = try await tester.subscriber()
        tester.developer.answer { _ in
            HTTPTransportResponse(status: status, body: Data(#"{"message":{"messageIdentifier":"x"}}"#.utf8))
        }
        let sheet = try await tester.ask(.post, "/control/cancellations", #"{"originalTransactionId":"\#(id)"}"#).json
        #expect(sheet[object: "failure"]?["sendAttemptResult"] == "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
        #expect(tester.developer.requests.count == 1)
    }

    @Test("Without an address nobody is asked, and without a default there is no message")
    func nobody() async throws {
        let id = try await tester.subscriber()
        try await tester.call(.delete, "realtime/url")
        let body = #"{"originalTransactionId":"\#(id)","locale":"LOCALE"}"#
        for (locale, source) in [("en-GB", "default"), ("de-DE", "none")] {
            let wanted = body.replacingOccurrences(of: "LOCALE", with: locale)
            #expect(try await tester.ask(.post, "/control/cancellations", wanted).json["source"] == .string(source))
        }
        #expect(tester.developer.requests.isEmpty)
        let strange = body.replacingOccurrences(of: "LOCALE", with: "?")
        #expect(try await tester.ask(.post, "/control/cancellations", strange).errorCode == "invalid-value")
    }

    @Test("Who cancels does not renew; who stays does; either way the sheet is closed")
    func cancelOrStay() async throws {
        let id = try await tester.subscriber()
        for (choice, renews) in [("stay", true), ("cancel", false)] {
            _ = try await tester.cancel(id, answering: "{}")
            #expect(try await decide(id, "accept").errorCode == "invalid-state")
            #expect(try await decide(id, choice).status == 200)
            #expect(try tester.store.subscription(id).autoRenews == renews)
            #expect(try await decide(id, choice).errorCode == "unknown-cancellation")
        }
        let again = try await tester.cancel(id, answering: "{}")
        #expect(again[object: "error"]?["code"] == "invalid-state")
    }

    @Test("Who accepts another product gets it")
    func alternateProduct() async throws {
        let id = try await tester.subscriber()
        let answer =
            #"{"alternateProduct":{"messageIdentifier":"\#(Shop.message)","productId":"\#(SampleShop.bouquet)"}}"#
        let sheet = try await tester.cancel(id, answering: answer)
        #expect(sheet["alternateProductId"] == .string(SampleShop.bouquet))
        #expect(try tester.store.subscription(id).productID == SampleShop.posy)
        #expect(try await decide(id, "accept").status == 200)
        #expect(try tester.store.subscription(id).productID == SampleShop.bouquet)
    }

    @Test("Who accepts a promotional offer gets it, however it was signed, and it is used up then", arguments: [1, 2])
    func promotion(version: Int) async throws {
        let id = try await tester.subscriber()
        let signature = version == 1 ? try tester.offerSignature() : .string(try tester.signedOffer())
        let offer: JSONValue = [
            "promotionalOffer": [
                "messageIdentifier": .string(Shop.message), "promotionalOfferSignatureV\(version)": signature,
            ]
        ]
        for _ in 1...2 {
            // To look at it does not use it up.
            let sheet = try await tester.cancel(id, answering: offer.serialized())
            #expect(sheet["failure"] == nil)
            #expect(sheet[object: "promotionalOffer"]?["offerIdentifier"] == "spring")
        }
        #expect(try await decide(id, "accept").status == 200)
        #expect(try tester.store.subscription(id).pendingOffer?.offer.identifier == "spring")
        let used = try await tester.cancel(id, answering: offer.serialized())
        #expect(used[object: "failure"]?["rule"] == "realtime-offer-refused")
    }

    @Test("A promotional offer of another key, or for another product than was signed, is refused with the reason")
    func foreignSignatures() async throws {
        let id = try await tester.subscriber()
        let foreign = JSONValue.string(try tester.signedOffer(key: P256.Signing.PrivateKey()))
        let bent = try tester.offerSignature(signing: SampleShop.bouquet)
        for (member, signature) in [("promotionalOfferSignatureV2", foreign), ("promotionalOfferSignatureV1", bent)] {
            let offer = JSONValue.object(["messageIdentifier": .string(Shop.message), member: signature])
            let sheet = try await tester.cancel(
                id,
                answering: JSONValue.object(["promotionalOffer": offer]).serialized()
            )
            #expect(sheet[object: "failure"]?["rule"] == "realtime-offer-refused")
            #expect(sheet[object: "failure"]?[string: "message"]?.contains("sign") == true)
        }
    }
}
