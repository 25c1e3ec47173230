import AppStoreModels
import Foundation
import OrderedCollections
import StoreConfiguration

/// What the developer's server chose, after every rule held.
struct RetentionAnswer {
    let message: StoreRetentionMessage
    var offer: RetentionOffer?
}

extension StoreEngine {
    /// Holds an answer of the developer's server against all rules; changes nothing.
    ///
    /// - Throws: The first rule that it breaks.
    func retentionAnswer(
        _ answer: JSONObject,
        for chain: StoreSubscription
    ) throws(RetentionFailure) -> RetentionAnswer {
        let names = ["message", "alternateProduct", "promotionalOffer", "advancedCommerceInfo"]
        let chosen = names.filter { answer[$0] != nil && answer[$0] != .null }
        guard chosen.count == 1, let name = chosen.first else {
            let seen = chosen.isEmpty ? "none" : chosen.joined(separator: " and ")
            throw RetentionFailure(
                .choiceCount,
                "exactly one of \(names.joined(separator: ", ")) is needed, not \(seen)"
            )
        }
        guard let choice = answer[object: name] else { throw RetentionFailure(.member, "\"\(name)\" is no object") }
        let message = try message(of: choice, in: name)
        switch name {
        case "alternateProduct":
            return RetentionAnswer(message: message, offer: try alternateProduct(choice, chain))
        case "promotionalOffer":
            return RetentionAnswer(message: message, offer: try promotion(choice, chain))
        case "advancedCommerceInfo":
            // The rule comes last: what is wrong besides is told first.
            throw RetentionFailure(
                .commerceRefused,
                "subscription \(chain.originalTransactionID) is none of Advanced Commerce; answer with a message, an "
                    + "alternate product or a promotional offer"
            )
        default: return RetentionAnswer(message: message)
        }
    }

    private func message(of choice: JSONObject, in name: String) throws(RetentionFailure) -> StoreRetentionMessage {
        guard let text = choice["messageIdentifier"]?.string, let id = UUID(uuidString: text) else {
            throw RetentionFailure(.member, "\"\(name)\" has no \"messageIdentifier\" that is a UUID")
        }
        guard let message = messagingState.messages[id] else {
            throw RetentionFailure(.unknownMessage, "there is no message \(id.uuidString.lowercased())")
        }
        let state = message.review.state(at: now)
        guard state == .approved else { throw RetentionFailure(.notApproved, "the message is \(state)") }
        guard message.content.imageIDs.allSatisfy(isImageApproved) else {
            throw RetentionFailure(.notApproved, "an image of the message is not APPROVED")
        }
        return message
    }

    // MARK: What stands beside the message

    private func alternateProduct(
        _ choice: JSONObject,
        _ chain: StoreSubscription
    ) throws(RetentionFailure) -> RetentionOffer {
        guard let productID = choice["productId"]?.string else {
            throw RetentionFailure(.member, "\"alternateProduct\" has no \"productId\"")
        }
        try checkProduct(productID, chain)
        guard productID != chain.autoRenewProductID else {
            throw RetentionFailure(.sameProduct, "the subscription renews as \(productID) anyway")
        }
        if let plan = choice["billingPlanType"], plan != .null, plan != "BILLED_UPFRONT" {
            throw RetentionFailure(
                .billingPlan,
                "\(productID) is sold with \"billingPlanType\" BILLED_UPFRONT only"
            )
        }
        return RetentionOffer(alternateProductID: productID)
    }

    private func checkProduct(_ productID: String, _ chain: StoreSubscription) throws(RetentionFailure) {
        guard let plan = planOnSale(productID) else {
            throw RetentionFailure(.unknownProduct, "no subscription \"\(productID.prefix(256))\" is for sale")
        }
        guard plan.groupID == chain.groupID else {
            throw RetentionFailure(.foreignGroup, "\(productID) is not in subscription group \(chain.groupID)")
        }
    }

    private func promotion(
        _ choice: JSONObject,
        _ chain: StoreSubscription
    ) throws(RetentionFailure) -> RetentionOffer {
        let (second, first) = (choice["promotionalOfferSignatureV2"], choice[object: "promotionalOfferSignatureV1"])
        let request: PurchaseRequest
        switch (second?.string, first) {
        case (let compact?, nil): request = try promotion(signedAs: compact, chain)
        case (nil, let parts?): request = try promotion(signedIn: parts, chain)
        default:
            throw RetentionFailure(
                .member,
                "\"promotionalOffer\" needs exactly one of \"promotionalOfferSignatureV2\", a text, and "
                    + "\"promotionalOfferSignatureV1\", an object"
            )
        }
        try checkProduct(request.productID, chain)
        do throws(OfferRefusal) {
            // On a copy: to look at an offer does not use it up.
            var trial = self
            trial.keepsEvents = false
            try trial.checkOffer(
                of: request,
                try catalogueEntry(request.productID),
                try customer(chain.accountID)
            )
        } catch {
            throw RetentionFailure(.offerRefused, error.reason)
        }
        return RetentionOffer(promotion: request)
    }

    private func promotion(
        signedAs compact: String,
        _ chain: StoreSubscription
    ) throws(RetentionFailure) -> PurchaseRequest {
        let claims: JSONObject
        do throws(OfferRefusal) {
            claims = try SignedOfferToken(compact).claims
        } catch {
            throw RetentionFailure(.offerRefused, error.reason)
        }
        guard let productID = claims["productId"]?.string, let offerID = claims["offerIdentifier"]?.string else {
            throw RetentionFailure(.offerRefused, "the claims lack \"productId\" or \"offerIdentifier\"")
        }
        return PurchaseRequest(
            productID: productID,
            accountID: chain.accountID,
            appAccountToken: chain.appAccountToken,
            offer: .promotionalJWS(identifier: offerID, compactJWS: compact)
        )
    }

    private func promotion(
        signedIn parts: JSONObject,
        _ chain: StoreSubscription
    ) throws(RetentionFailure) -> PurchaseRequest {
        guard let productID = parts["productId"]?.string, let offerID = parts["offerIdentifier"]?.string,
            let keyID = parts["keyId"]?.string, let timestamp = parts[integer: "timestamp"],
            let nonce = parts["nonce"]?.string.flatMap(UUID.init(uuidString:)),
            let signature = parts["encodedSignature"]?.string.flatMap({ Data(base64: $0) })
        else {
            throw RetentionFailure(
                .member,
                "\"promotionalOfferSignatureV1\" needs \"encodedSignature\", \"productId\", \"nonce\", \"timestamp\", "
                    + "\"keyId\" and \"offerIdentifier\""
            )
        }
        let token = parts["appAccountToken"]?.string
        guard token == nil || token.flatMap(UUID.init(uuidString:)) != nil else {
            throw RetentionFailure(.member, "\"appAccountToken\" is no UUID")
        }
        return PurchaseRequest(
            productID: productID,
            accountID: chain.accountID,
            appAccountToken: token.flatMap(UUID.init(uuidString:)),
            offer: .promotional(
                identifier: offerID,
                signature: PromotionalOfferSignature(
                    keyID: keyID,
                    nonce: nonce,
                    timestamp: timestamp,
                    signature: signature
                )
            )
        )
    }

    private func catalogueEntry(_ productID: String) throws(OfferRefusal) -> Catalogue.Entry {
        guard let entry = catalogue[productID] else {
            throw OfferRefusal(.productNotAvailable, "the catalogue has no \(productID)")
        }
        return entry
    }

    private func customer(_ id: String) throws(OfferRefusal) -> StoreAccount {
        guard let account = customers[id] else { throw OfferRefusal(.unknown, "there is no account \"\(id)\"") }
        return account
    }
}
