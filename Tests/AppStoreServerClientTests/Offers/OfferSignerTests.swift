import AppStoreModels
import AppStoreServerClient
import Foundation
import TestSupport
import Testing

@Suite("Signing offers")
struct OfferSignerTests {
    private static let nonce = UUID(uuidString: "20FBA8A0-2B80-4A7D-A17F-85C1854727F8") ?? UUID()
    private static let moment = Date(millisecondsSince1970: 1_698_148_900_000)

    private func signer() throws -> OfferSigner {
        OfferSigner(
            key: try SampleKey.key(),
            bundleID: "com.example.app",
            now: { Self.moment },
            nonce: { Self.nonce }
        )
    }

    /// What must be signed in version 1, built here from the documented order.
    private func text(_ username: String) -> String {
        let separator = "\u{2063}"
        return
            "com.example.app\(separator)\(SampleKey.keyID)\(separator)product\(separator)offer\(separator)\(username)"
            + "\(separator)20fba8a0-2b80-4a7d-a17f-85c1854727f8\(separator)1698148900000"
    }

    @Test(
        "Version 1 signs the parts in Apple's order, a username to the letter",
        arguments: [nil, "", "Flora", "flora"]
    )
    func version1(username: String?) throws {
        let offer = try signer().promotionalOfferV1("offer", of: "product", applicationUsername: username)
        #expect(try SampleKey.signed(der: offer.signature, text(username ?? "")))
        #expect(try !SampleKey.signed(der: offer.signature, text("FLORA")))
        #expect(offer.json["timestamp"] == 1_698_148_900_000)
        #expect(offer.json["nonce"] == "20fba8a0-2b80-4a7d-a17f-85c1854727f8")
        #expect(offer.json["keyIdentifier"] == .string(SampleKey.keyID))
        #expect(offer.json["offerIdentifier"] == "offer")
        #expect(Data(base64Encoded: offer.json[string: "signature"] ?? "") == offer.signature)
    }

    @Test("An account token is signed in lower case")
    func accountToken() throws {
        let offer = try signer().promotionalOfferV1("offer", of: "product", appAccountToken: Self.nonce)
        #expect(try SampleKey.signed(der: offer.signature, text("20fba8a0-2b80-4a7d-a17f-85c1854727f8")))
    }

    /// The claims of every request, with further ones.
    private func claims(_ audience: String, _ more: JSONObject) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(SampleKey.issuerID), "iat": 1_698_148_900, "aud": .string(audience),
            "bid": "com.example.app",
            "nonce": "20fba8a0-2b80-4a7d-a17f-85c1854727f8",
        ]
        for (key, value) in more.members { claims[key] = value }
        return claims
    }

    @Test("Version 2 is a JWS without an end", arguments: [nil, "42"])
    func version2(transactionID: String?) throws {
        let jws = try signer().promotionalOffer("offer", of: "product", transactionID: transactionID)
        let opened = try #require(try SampleKey.opened(jws))
        var more: JSONObject = ["productId": "product", "offerIdentifier": "offer"]
        more[string: "transactionId"] = transactionID
        #expect(opened.claims == claims("promotional-offer", more))
        #expect(opened.header == ["alg": "ES256", "kid": .string(SampleKey.keyID), "typ": "JWT"])
    }

    @Test("Whether an introductory offer is allowed is said either way", arguments: [true, false])
    func introductory(isAllowed: Bool) throws {
        let jws = try signer().introductoryOffer(isAllowed: isAllowed, of: "product", transactionID: "42")
        let more: JSONObject = [
            "productId": "product", "allowIntroductoryOffer": .bool(isAllowed), "transactionId": "42",
        ]
        #expect(try SampleKey.opened(jws)?.claims == claims("introductory-offer-eligibility", more))
    }

    @Test("What would mean something else is not signed", arguments: ["", "a\u{2063}b"])
    func separators(text: String) throws {
        let signer = try signer()
        #expect(throws: ServerAPIError.self) { try signer.promotionalOfferV1(text, of: "product") }
        #expect(throws: ServerAPIError.self) { try signer.promotionalOffer("offer", of: text) }
        #expect(throws: ServerAPIError.self) { try signer.promotionalOffer("offer", of: "p", transactionID: text) }
        #expect(throws: ServerAPIError.self) {
            try signer.introductoryOffer(isAllowed: true, of: "product", transactionID: text)
        }
        #expect(throws: ServerAPIError.self) {
            try signer.promotionalOfferV1("offer", of: "product", applicationUsername: "a\u{2063}b")
        }
    }

    @Test("A request of Advanced Commerce stands in base64 in its JWS")
    func advancedCommerce() throws {
        let operation = try AdvancedCommerceOperation.createSubscription(AdvancedCommerceSamples.subscription)
        let claims = try #require(try SampleKey.opened(try signer().advancedCommerce(operation))?.claims)
        #expect(claims["aud"] == "advanced-commerce-api")
        let octets = try #require(Data(base64Encoded: claims[string: "request"] ?? ""))
        let request = try AdvancedCommerceRequest(jsonData: octets)
        #expect(request.operation == "CREATE_SUBSCRIPTION")
        #expect(request.version == "1")
        #expect(request.items.first?.json["price"] == 4_990)
        #expect(request.json == operation.request.json)
    }
}
