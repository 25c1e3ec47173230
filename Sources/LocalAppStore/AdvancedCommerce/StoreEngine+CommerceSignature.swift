package import AppStoreModels
import Foundation

extension StoreEngine {
    /// The request in a compact JWS that a developer's server signed for the app; its nonce is used then.
    ///
    /// - Parameters:
    ///   - compactJWS: The JWS.
    ///   - accountID: The customer.
    /// - Throws: `commerceRefused`, saying what does not fit
    package mutating func useSignedCommerce(
        _ compactJWS: String,
        account accountID: String
    ) throws(StoreError) -> JSONObject {
        do {
            return try verifiedCommerce(compactJWS, account: accountID)
        } catch let refusal as OfferRefusal {
            throw .commerce(.invalidSignature, refusal.reason)
        } catch let error as StoreError {
            throw error
        } catch {
            throw .commerce(.invalidSignature, "the signature is not good")
        }
    }

    private mutating func verifiedCommerce(
        _ compactJWS: String,
        account accountID: String
    ) throws -> JSONObject {
        let token = try SignedOfferToken(compactJWS)
        guard let known = signingKeys.first(where: { $0.id == token.keyID }) else {
            throw StoreError.commerce(.invalidSignature, "there is no key \"\(token.keyID.prefix(40))\"")
        }
        guard token.isSigned(by: known.publicKey) else {
            throw StoreError.commerce(.invalidSignature, "the JWS was not signed by key \(known.id)")
        }
        for (claim, value) in [("aud", "advanced-commerce-api"), ("bid", app.bundleID)]
        where token.claims[string: claim] != value {
            let seen = token.claims[string: claim].map { "\"\($0.prefix(80))\"" } ?? "missing"
            throw StoreError.commerce(.malformedPayload, "claim \"\(claim)\" is \(seen), not \"\(value)\"")
        }
        guard let issuedAt = token.claims[integer: "iat"], (0..<latestSecond).contains(issuedAt),
            let nonce = token.claims[string: "nonce"].flatMap(UUID.init(uuidString:))
        else {
            throw StoreError.commerce(.malformedPayload, "the claims lack \"iat\" in seconds or a UUID \"nonce\"")
        }
        try checkAge(signedAt: Date(millisecondsSince1970: issuedAt * 1000))
        try checkUnused(nonce)
        guard let text = token.claims[string: "request"] else {
            throw StoreError.commerce(.nullAdvancedCommerceData, "the claim \"request\" is missing")
        }
        guard let bytes = Data(base64: text), case .object(let request)? = try? JSONValue(parsing: bytes) else {
            throw StoreError.commerce(.malformedPayload, "the claim \"request\" is no JSON object in Base64")
        }
        emit(.offerSignatureUsed, account: accountID, about: .offerNonce(nonce))
        return request
    }
}
