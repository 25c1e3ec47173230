import AppStoreModels
import Crypto
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Promotional offers")
struct PromotionalOfferTests {
    /// A customer whose subscription has ended.
    private func lapsed() throws -> StoreEngine {
        var engine = try OfferShop.engine()
        let id = try engine.buy(Shop.posy).transactionID
        try engine.expire(originalTransactionID: id)
        try engine.advance(to: "2026-02-20T10:00:00Z")
        _ = engine.takeEvents()
        return engine
    }

    @Test("A former subscriber pays the offer's price for its periods, then the full price")
    func formerSubscriber() throws {
        var engine = try lapsed()
        let signature = try OfferShop.signature(engine)
        let outcome = try engine.purchase(.promotional(identifier: "spring", signature: signature))
        let transaction = try #require(outcome.transaction)
        #expect(transaction.offer?.type == .promotional)
        #expect(transaction.offer?.identifier == "spring")
        #expect(transaction.price.amount == Decimal(string: "2.99"))
        #expect(engine.takeNotifications() == ["SUBSCRIBED/RESUBSCRIBE"])
        try engine.advance(to: "2026-05-01T00:00:00Z")
        let prices = engine.transactions(account: Shop.flora).dropFirst().map { $0.price.amount.description }
        #expect(prices == ["2.99", "2.99", "4.99"])
    }

    @Test("An offer for the product one has begins with the next period")
    func existingSubscriber() throws {
        var engine = try OfferShop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        _ = engine.takeEvents()
        let offer = PurchaseOffer.unsignedPromotional(identifier: "half-year")
        #expect(try engine.purchase(offer, of: Shop.bouquet).transaction?.transactionID == id)
        #expect(engine.takeNotifications() == ["OFFER_REDEEMED"])
        #expect(try engine.subscription(id).upcomingOffer?.identifier == "half-year")
        try engine.advance(to: "2026-03-01T00:00:00Z")
        let latest = try #require(engine.transactions(account: Shop.flora).last)
        #expect(latest.offer?.identifier == "half-year")
        #expect(latest.expiresDate == Shop.date("2026-08-31T10:00:00Z"))
        #expect(try engine.subscription(id).upcomingOffer == nil)
    }

    @Test(
        "Offers with a change of level are reported as redeemed",
        arguments: [
            (Shop.posy, Shop.bouquet, "OFFER_REDEEMED/UPGRADE"), (Shop.bouquet, Shop.posy, "OFFER_REDEEMED/DOWNGRADE"),
        ]
    )
    func levels(_ first: String, _ second: String, _ notification: String) throws {
        var engine = try OfferShop.engine()
        _ = try engine.buy(first)
        _ = engine.takeEvents()
        _ = try engine.purchase(.unsignedPromotional(identifier: "spring"), of: second)
        #expect(engine.takeNotifications() == [notification])
        try engine.advance(to: "2026-03-01T00:00:00Z")
        let latest = try #require(engine.transactions(account: Shop.flora).last)
        #expect(latest.productID == second)
        #expect(latest.offer?.identifier == "spring")
    }

    @Test("Who never subscribed may not have one")
    func newCustomer() throws {
        var engine = try OfferShop.engine()
        let signature = try OfferShop.signature(engine)
        let outcome = try engine.purchase(.promotional(identifier: "spring", signature: signature))
        #expect(outcome.transaction == nil)
        #expect(engine.lastFailure().failure == .ineligibleForOffer)
    }

    @Test("Who is or was subscribed in another group of the app may have one", arguments: [true, false])
    func otherGroup(isSubscribed: Bool) throws {
        var configuration = try OfferShop.configuration()
        var other = try #require(configuration.subscriptionGroups.first)
        var garden = try #require(other.subscriptions.first)
        other.id = "5F1A0E90"
        garden.productID = "com.example.flowershop.garden"
        garden.json["internalID"] = "5F1A0E91"
        garden.json["subscriptionGroupID"] = "5F1A0E90"
        other.subscriptions = [garden]
        configuration.subscriptionGroups.append(other)
        var engine = try OfferShop.engine(configuration)
        let id = try engine.buy(garden.productID).transactionID
        if !isSubscribed { try engine.expire(originalTransactionID: id) }
        // Offers for who comes back go by the group.
        #expect(try engine.purchase(.winBack(identifier: "return")).transaction == nil)
        #expect(engine.lastFailure().failure == .ineligibleForOffer)
        let signature = try OfferShop.signature(engine)
        let outcome = try engine.purchase(.promotional(identifier: "spring", signature: signature))
        #expect(outcome.transaction?.offer?.identifier == "spring", "\(engine.lastFailure())")
        #expect(outcome.transaction?.originalTransactionID != id)
    }

    /// What is bent in a signature, and the whole reason why it is refused.
    private static let bent: [(String, String)] = [
        ("app", "app \"com.example.flowershop.dev\" is signed instead of \"com.example.flowershop\""),
        ("product", "product \"\(Shop.bouquet)\" is signed instead of \"\(Shop.posy)\""),
        ("offer", "offer \"half-year\" is signed instead of \"spring\""),
        (
            "both",
            "product \"\(Shop.bouquet)\" is signed instead of \"\(Shop.posy)\", offer \"half-year\" is signed instead of "
                + "\"spring\""
        ),
        ("customer", "customer \"flora\" is signed instead of none"),
        ("nonce", "nonce \"00000000-0000-4000-8000-000000000001\" is signed instead of \"NONCE\""),
        ("upper", "the nonce must be signed in small letters"),
        ("seconds", "the timestamp must be signed in milliseconds, the same that the app passes"),
        ("key", "ELIMINATION"), ("unknown nonce", "ELIMINATION"), ("unknown app", "ELIMINATION"),
    ]

    @Test("A signature that is wrong in one part is refused, and the whole reason is the part", arguments: bent)
    func wrongParts(_ part: String, _ words: String) throws {
        var engine = try lapsed()
        let earlier = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
        _ = try engine.purchase(
            .promotional(identifier: "spring", signature: try OfferShop.signature(engine, nonce: earlier))
        )
        let (nonce, time) = (UUID(), String(engine.now.millisecondsSince1970))
        var signed = [
            Shop.app.bundleID, OfferShop.keyID, Shop.posy, "spring", "", nonce.uuidString.lowercased(), time,
        ]
        let right = signed
        var key = OfferShop.key
        switch part {
        case "app": signed[0] += ".dev"
        case "unknown app": signed[0] = "org.example.other"
        case "product": signed[2] = Shop.bouquet
        case "offer": signed[3] = "half-year"
        case "both": (signed[2], signed[3]) = (Shop.bouquet, "half-year")
        case "customer": signed[4] = Shop.flora
        case "nonce": signed[5] = earlier.uuidString.lowercased()
        case "unknown nonce": signed[5] = UUID().uuidString.lowercased()
        case "upper": signed[5] = nonce.uuidString
        case "seconds": signed[6] = String(time.dropLast(3))
        default: key = P256.Signing.PrivateKey()
        }
        let signature = PromotionalOfferSignature(
            keyID: OfferShop.keyID,
            nonce: nonce,
            timestamp: engine.now.millisecondsSince1970,
            signature: try key.signature(for: Data(signed.joined(separator: "\u{2063}").utf8)).derRepresentation
        )
        #expect(try engine.purchase(.promotional(identifier: "spring", signature: signature)).transaction == nil)
        let elimination =
            "no app, product, offer or customer that the store knows of explains it, so another key signed it, or it signs "
            + "a customer that the app does not pass, a nonce or a timestamp of another signature; it must sign "
            + right.map { "\"\($0)\"" }.joined(separator: ", ") + " with U+2063 between"
        let reason = words.replacingOccurrences(of: "NONCE", with: nonce.uuidString.lowercased())
            .replacingOccurrences(of: "ELIMINATION", with: elimination)
        #expect(engine.lastFailure().failure == .invalidSignature)
        #expect(engine.lastFailure().reason == "the signature does not match: \(reason)")
    }

    @Test("The In-App Purchase key of the store's server signs as well as the configuration's, which it need not have")
    func serverKey() throws {
        let server = P256.Signing.PrivateKey()
        var configuration = try OfferShop.configuration()
        configuration.json["subscriptionOffersKeyPair"] = nil
        let store = LocalAppStore(
            configuration: configuration,
            app: Shop.app,
            authority: try Shop.authority.get(),
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 7
        )
        try store.createAccount(id: Shop.flora)
        try store.expire(originalTransactionID: store.buy(productID: Shop.posy, account: Shop.flora).transactionID)
        func buy() throws -> PurchaseOutcome {
            let signature = try OfferShop.signature(store.engine, keyID: "SERVERKEY", key: server)
            let offer = PurchaseOffer.promotional(identifier: "spring", signature: signature)
            return try store.purchase(PurchaseRequest(productID: Shop.posy, accountID: Shop.flora, offer: offer))
        }
        #expect(try buy().transaction == nil)
        #expect(store.attempts.last?.reason?.contains("no usable subscriptionOffersKeyPair") == true)
        store.acceptOffers(signedWith: OffersVerificationKey(id: "OTHER", publicKey: server.publicKey))
        #expect(try buy().transaction == nil)
        #expect(store.attempts.last?.reason == "it was signed with key \"SERVERKEY\"; the server's is \"OTHER\"")
        store.acceptOffers(signedWith: OffersVerificationKey(id: "SERVERKEY", publicKey: server.publicKey))
        #expect(try buy().transaction?.offer?.identifier == "spring")
        // Another state is another state of the same server.
        try store.restore(snapshot: try store.snapshot())
        try store.expire(originalTransactionID: try #require(store.subscriptions(account: Shop.flora).first).id)
        #expect(try buy().transaction?.offer?.identifier == "spring")
    }

    @Test("A signature of another key's identifier, of long ago, or with a nonce that was used says so")
    func wrongWhole() throws {
        let base = try lapsed()
        let used = UUID()
        let now = RFC3339.string(from: base.now)
        let cases: [(PromotionalOfferSignature, String)] = [
            (
                try OfferShop.signature(base, keyID: "OTHERKEY"),
                "it was signed with key \"OTHERKEY\"; the configuration's is \"\(OfferShop.keyID)\""
            ),
            (
                try OfferShop.signature(base, age: 86_401),
                "it was signed at \(RFC3339.string(from: base.now.addingTimeInterval(-86_401))) and holds for 24 hours; in "
                    + "the store it is \(now)"
            ),
            (
                try OfferShop.signature(base, age: -301),
                "it was signed at \(RFC3339.string(from: base.now.addingTimeInterval(301))) and holds for 24 hours; in the "
                    + "store it is \(now)"
            ),
        ]
        for (signature, reason) in cases {
            var engine = base
            #expect(try engine.purchase(.promotional(identifier: "spring", signature: signature)).transaction == nil)
            #expect(engine.lastFailure().failure == .invalidSignature)
            #expect(engine.lastFailure().reason == reason)
        }
        var engine = base
        let signature = try OfferShop.signature(engine, nonce: used)
        #expect(try engine.purchase(.promotional(identifier: "spring", signature: signature)).transaction != nil)
        let again = try OfferShop.signature(engine, nonce: used)
        #expect(try engine.purchase(.promotional(identifier: "spring", signature: again)).transaction == nil)
        #expect(
            engine.lastFailure().reason == "nonce \(used.uuidString.lowercased()) was used; sign once per purchase"
        )
    }

    @Test("A JWS that was signed for one customer is nobody else's")
    func foreignCustomer() throws {
        var engine = try lapsed()
        let own = try #require(engine.transactions(account: Shop.flora).first?.transactionID)
        for (id, isFine) in [("12", false), (own, true)] {
            let jws = try OfferShop.compactJWS(engine, transactionID: id)
            let outcome = try engine.purchase(.promotionalJWS(identifier: "spring", compactJWS: jws))
            #expect((outcome.transaction != nil) == isFine, "\(engine.lastFailure())")
            guard !isFine else { continue }
            #expect(
                engine.lastFailure().reason == "claim \"transactionId\" is \"12\", no transaction of account \"flora\""
            )
        }
    }

    @Test("A name signed in another case is refused and the reason says so")
    func nameInAnotherCase() throws {
        var engine = try lapsed()
        let signature = try OfferShop.signature(engine, customer: "flora.bloom")
        let request = PurchaseRequest(
            productID: Shop.posy,
            accountID: Shop.flora,
            applicationUsername: "Flora.Bloom",
            offer: .promotional(identifier: "spring", signature: signature)
        )
        #expect(try engine.purchase(request).transaction == nil)
        #expect(engine.lastFailure().reason.contains("case"))
    }

    @Test("Missing parameters and unknown offers have errors of their own")
    func otherErrors() throws {
        var engine = try lapsed()
        var signature = try OfferShop.signature(engine)
        signature.keyID = ""
        _ = try engine.purchase(.promotional(identifier: "spring", signature: signature))
        #expect(engine.lastFailure().failure == .missingOfferParameters)
        _ = try engine.purchase(.unsignedPromotional(identifier: "autumn"))
        #expect(engine.lastFailure().failure == .invalidOfferIdentifier)
    }

    @Test(
        "A compact JWS is checked claim by claim",
        arguments: [
            ("", ""), ("aud", "\"aud\""), ("bid", "\"bid\""), ("productId", "\"productId\""),
            ("offerIdentifier", "\"offerIdentifier\""),
        ]
    )
    func compactJWS(_ wrongClaim: String, _ reason: String) throws {
        var engine = try lapsed()
        var claims: JSONObject = [
            "iss": "issuer", "aud": "promotional-offer", "bid": .string(Shop.app.bundleID),
            "productId": .string(Shop.posy), "offerIdentifier": "spring",
            "nonce": .string(UUID().uuidString.lowercased()),
            "iat": .number(JSONNumber(engine.now.millisecondsSince1970 / 1000)),
        ]
        if !wrongClaim.isEmpty { claims[wrongClaim] = "other" }
        let header: JSONObject = ["alg": "ES256", "kid": .string(OfferShop.keyID), "typ": "JWT"]
        let signed = "\(base64URL(JSONValue.object(header).jsonData)).\(base64URL(JSONValue.object(claims).jsonData))"
        let signature = try OfferShop.key.signature(for: Data(signed.utf8)).rawRepresentation
        let offer = PurchaseOffer.promotionalJWS(identifier: "spring", compactJWS: "\(signed).\(base64URL(signature))")
        let outcome = try engine.purchase(offer)
        #expect((outcome.transaction != nil) == wrongClaim.isEmpty, "\(engine.lastFailure())")
        #expect(engine.lastFailure().reason.contains(reason) || wrongClaim.isEmpty)
        // The same token again, and a damaged one.
        #expect(try engine.purchase(offer).transaction == nil)
        #expect(try engine.purchase(.promotionalJWS(identifier: "spring", compactJWS: "a.b")).transaction == nil)
        #expect(engine.lastFailure().failure == .invalidSignature)
    }

    private func base64URL(_ bytes: some DataProtocol) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
