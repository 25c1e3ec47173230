import AppStoreModels
import Crypto
import Foundation

extension StoreEngine {
    /// Checks the signature of a promotional offer and marks its nonce as used.
    mutating func useSignature(
        _ signature: PromotionalOfferSignature,
        offerID: String,
        _ request: PurchaseRequest
    ) throws(OfferRefusal) {
        guard !signature.keyID.isEmpty, !signature.signature.isEmpty,
            (1..<latestSecond * 1000).contains(signature.timestamp)
        else {
            throw OfferRefusal(
                .missingOfferParameters,
                "the key's identifier, the signature or the timestamp is missing"
            )
        }
        let key = try offersKey(signature.keyID)
        try checkAge(signedAt: Date(millisecondsSince1970: signature.timestamp))
        try checkUnused(signature.nonce)
        try check(signature, key, offerID: offerID, request)
        emit(.offerSignatureUsed, account: request.accountID, about: .offerNonce(signature.nonce))
    }

    /// Checks a promotional offer that was signed as a compact JWS and marks its nonce as used.
    mutating func useSignedOffer(
        _ compactJWS: String,
        offerID: String,
        _ request: PurchaseRequest
    ) throws(OfferRefusal) {
        let offer = try SignedOfferToken(compactJWS)
        let key = try offersKey(offer.keyID)
        guard let issuedAt = offer.claims[integer: "iat"], (0..<latestSecond).contains(issuedAt),
            let nonce = offer.claims[string: "nonce"].flatMap(UUID.init(uuidString:))
        else { throw OfferRefusal(.missingOfferParameters, "the claims lack \"iat\" in seconds or a UUID \"nonce\"") }
        let expected = [
            "aud": "promotional-offer", "bid": app.bundleID, "productId": request.productID, "offerIdentifier": offerID,
        ]
        try offer.check(expected)
        try checkCustomer(offer, request)
        try checkAge(signedAt: Date(millisecondsSince1970: issuedAt * 1000))
        try checkUnused(nonce)
        guard offer.isSigned(by: key.publicKey) else {
            throw OfferRefusal(.invalidSignature, "the JWS was not signed by key \(key.id)")
        }
        emit(.offerSignatureUsed, account: request.accountID, about: .offerNonce(nonce))
    }

    /// An offer that was signed for one customer is nobody else's.
    private func checkCustomer(_ offer: SignedOfferToken, _ request: PurchaseRequest) throws(OfferRefusal) {
        guard let value = offer.claims["transactionId"], value != .null else { return }
        let id = value.string ?? ""
        guard ledger[id]?.accountID == request.accountID || customers[request.accountID]?.appTransactionID == id
        else {
            throw OfferRefusal(
                .invalidSignature,
                "claim \"transactionId\" is \"\(id.prefix(64))\", no transaction of account \"\(request.accountID)\""
            )
        }
    }

    /// The end of the year 9999, after which dates cannot be written down.
    var latestSecond: Int64 { 253_402_300_800 }

    /// The keys that a developer may sign with: the configuration's, and the In-App Purchase key of the store's server.
    var signingKeys: [OffersVerificationKey] { [catalogue.offersKey, serverKey].compactMap(\.self) }

    func offersKey(_ id: String) throws(OfferRefusal) -> OffersVerificationKey {
        let keys = signingKeys
        if let key = keys.first(where: { $0.id == id }) { return key }
        guard !keys.isEmpty else {
            throw OfferRefusal(
                .invalidSignature,
                "the configuration has no usable subscriptionOffersKeyPair; make one in Xcode with "
                    + "Editor, Subscription Offers Key"
            )
        }
        let own = catalogue.offersKey.map { "the configuration's is \"\($0.id)\"" }
        let server = serverKey.map { "the server's is \"\($0.id)\"" }
        throw OfferRefusal(
            .invalidSignature,
            "it was signed with key \"\(id)\"; " + [own, server].compactMap(\.self).joined(separator: ", ")
        )
    }

    /// A signature holds for 24 hours; five minutes of difference between clocks are forgiven.
    func checkAge(signedAt date: Date) throws(OfferRefusal) {
        let age = now.timeIntervalSince(date)
        guard age <= 86_400, age >= -300 else {
            throw OfferRefusal(
                .invalidSignature,
                "it was signed at \(RFC3339.string(from: date)) and holds for 24 hours; in the store it is "
                    + RFC3339.string(from: now)
            )
        }
    }

    func checkUnused(_ nonce: UUID) throws(OfferRefusal) {
        guard !offerState.usedNonces.contains(nonce) else {
            throw OfferRefusal(
                .invalidSignature,
                "nonce \(nonce.uuidString.lowercased()) was used; sign once per purchase"
            )
        }
    }

    private func check(
        _ signature: PromotionalOfferSignature,
        _ key: OffersVerificationKey,
        offerID: String,
        _ request: PurchaseRequest
    ) throws(OfferRefusal) {
        guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature.signature) else {
            throw OfferRefusal(.invalidSignature, "the signature is not DER of an ECDSA signature over P-256")
        }
        let parts = SignedOfferParts(
            bundleID: app.bundleID,
            keyID: signature.keyID,
            productID: request.productID,
            offerID: offerID,
            customer: request.applicationUsername ?? request.appAccountToken?.uuidString.lowercased() ?? "",
            nonce: signature.nonce.uuidString.lowercased(),
            timestamp: String(signature.timestamp)
        )
        let isValid = { (parts: SignedOfferParts) in key.publicKey.isValidSignature(parsed, for: parts.bytes) }
        guard isValid(parts) else {
            let advice = parts.suspect(among: guesses(instead: request), isValid) ?? parts.elimination
            throw OfferRefusal(.invalidSignature, "the signature does not match: \(advice)")
        }
    }
}
