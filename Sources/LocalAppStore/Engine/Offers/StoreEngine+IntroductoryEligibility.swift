import AppStoreModels
import Foundation

extension StoreEngine {
    /// The request with what the developer's server decided about the introductory offer, if it did.
    ///
    /// What is not signed as it should be is no reason to refuse the purchase: the customer pays the full price.
    mutating func judgingIntroductoryOffer(_ request: PurchaseRequest, _ account: StoreAccount) -> PurchaseRequest {
        var request = request
        request.allowsIntroductoryOffer = nil
        guard let compact = request.introductoryEligibilityJWS else { return request }
        do throws(OfferRefusal) {
            request.allowsIntroductoryOffer = try useSignedEligibility(compact, request, account)
        } catch {
            request.allowsIntroductoryOffer = false
        }
        return request
    }

    /// Checks a signed decision and marks its nonce as used.
    ///
    /// - Throws: Why it counts for nothing.
    package mutating func useSignedEligibility(
        _ compactJWS: String,
        _ request: PurchaseRequest,
        _ account: StoreAccount
    ) throws(OfferRefusal) -> Bool {
        let decision = try SignedOfferToken(compactJWS)
        let key = try offersKey(decision.keyID)
        guard let issuedAt = decision.claims[integer: "iat"], (0..<latestSecond).contains(issuedAt),
            let nonce = decision.claims[string: "nonce"].flatMap(UUID.init(uuidString:)),
            let allows = decision.claims[boolean: "allowIntroductoryOffer"]
        else {
            throw OfferRefusal(
                .missingOfferParameters,
                "the claims lack \"iat\" in seconds, a UUID \"nonce\" or \"allowIntroductoryOffer\""
            )
        }
        try decision.check([
            "aud": "introductory-offer-eligibility", "bid": app.bundleID, "productId": request.productID,
        ])
        let customer = decision.claims[string: "transactionId"]
        guard customer == account.appTransactionID || customer.flatMap({ ledger[$0] })?.accountID == account.id else {
            throw OfferRefusal(
                .invalidSignature,
                "claim \"transactionId\" is \"\(customer?.prefix(64) ?? "")\", no transaction of account "
                    + "\"\(account.id)\""
            )
        }
        try checkAge(signedAt: Date(millisecondsSince1970: issuedAt * 1000))
        try checkUnused(nonce)
        guard decision.isSigned(by: key.publicKey) else {
            throw OfferRefusal(.invalidSignature, "the JWS was not signed by key \(key.id)")
        }
        emit(.offerSignatureUsed, account: request.accountID, about: .offerNonce(nonce))
        return allows
    }
}
