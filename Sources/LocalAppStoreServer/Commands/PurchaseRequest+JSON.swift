import AppStoreModels
import Foundation
import LocalAppStore

extension PurchaseRequest {
    /// A purchase as the control interface takes it.
    init(_ body: JSONObject) throws(RequestError) {
        try body.allowOnly([
            "productId", "account", "quantity", "appAccountToken", "applicationUsername", "simulatesAskToBuy", "offer",
            "introductoryOfferEligibility", "purchaseDate", "renewsUntilNow",
        ])
        self.init(
            productID: try body.required("productId"),
            accountID: try body.required("account"),
            quantity: try body.optionalInteger("quantity") ?? 1,
            appAccountToken: try body.optionalUUID("appAccountToken"),
            applicationUsername: try body.optionalText("applicationUsername"),
            simulatesAskToBuy: try body.optionalFlag("simulatesAskToBuy") ?? false,
            offer: try PurchaseOffer(member: "offer", of: body),
            past: try PastPurchase(body)
        )
        introductoryEligibilityJWS = try body.optionalText("introductoryOfferEligibility")
    }

    /// The purchase as the control interface takes it.
    var body: JSONObject {
        var body: JSONObject = [
            "productId": .string(productID), "account": .string(accountID), "quantity": .number(JSONNumber(quantity)),
        ]
        body[string: "appAccountToken"] = appAccountToken?.uuidString.lowercased()
        body[string: "applicationUsername"] = applicationUsername
        if simulatesAskToBuy { body["simulatesAskToBuy"] = true }
        body[object: "offer"] = offer?.body
        body[string: "introductoryOfferEligibility"] = introductoryEligibilityJWS
        body[milliseconds: "purchaseDate"] = past?.date
        body[boolean: "renewsUntilNow"] = past?.renewsUntilNow
        return body
    }
}

extension PastPurchase {
    /// `purchaseDate`, and whether it `renewsUntilNow`; nil without a date.
    fileprivate init?(_ body: JSONObject) throws(RequestError) {
        let renews = try body.optionalFlag("renewsUntilNow")
        guard let date = try body.optionalDate("purchaseDate") else {
            if renews != nil { throw .invalidBody("\"renewsUntilNow\" goes with \"purchaseDate\"") }
            return nil
        }
        self.init(date: date, renewsUntilNow: renews ?? true)
    }
}

extension PurchaseOffer {
    private static let members: Set<String> = [
        "type", "identifier", "keyId", "nonce", "timestamp", "signature", "jws",
    ]

    /// `{"type":"promotional","identifier":"…"}`; promotional offers may be signed, by `keyId`, `nonce`, `timestamp` and
    /// `signature`, or by `jws`.
    fileprivate init?(member: String, of body: JSONObject) throws(RequestError) {
        guard let offer = try body.optional(member, "offer", { $0.object }) else { return nil }
        try offer.allowOnly(Self.members)
        let identifier = try offer.required("identifier")
        let isSigned = offer.members.contains { !["type", "identifier"].contains($0.0) }
        switch try offer.required("type") {
        case "promotional": self = try Self.promotional(identifier, offer, isSigned: isSigned)
        case "code" where !isSigned: self = .code(referenceName: identifier)
        case "winBack" where !isSigned: self = .winBack(identifier: identifier)
        case "code", "winBack": throw .invalidBody("only a promotional offer is signed")
        case let other: throw .invalidBody("there is no offer of type \"\(other)\": promotional, code, winBack")
        }
    }

    fileprivate var body: JSONObject {
        var body: JSONObject = [:]
        switch self {
        case .code: body["type"] = "code"
        case .winBack: body["type"] = "winBack"
        case .unsignedPromotional, .promotional, .promotionalJWS: body["type"] = "promotional"
        }
        body["identifier"] = .string(identifier)
        switch self {
        case .promotionalJWS(_, let compactJWS): body["jws"] = .string(compactJWS)
        case .promotional(_, let signature):
            body["keyId"] = .string(signature.keyID)
            body["nonce"] = .string(signature.nonce.uuidString.lowercased())
            body["timestamp"] = .number(JSONNumber(signature.timestamp))
            body["signature"] = .string(signature.signature.base64EncodedString())
        case .code, .winBack, .unsignedPromotional: break
        }
        return body
    }

    private static func promotional(
        _ identifier: String,
        _ offer: JSONObject,
        isSigned: Bool
    ) throws(RequestError) -> PurchaseOffer {
        guard isSigned else { return .unsignedPromotional(identifier: identifier) }
        if let jws = try offer.optionalText("jws") {
            try offer.allowOnly(["type", "identifier", "jws"])
            return .promotionalJWS(identifier: identifier, compactJWS: jws)
        }
        guard let nonce = try offer.optionalUUID("nonce"),
            let signature = Data(base64: try offer.required("signature"))
        else { throw .invalidBody("a signed offer has a UUID \"nonce\" and a \"signature\" in Base64") }
        return .promotional(
            identifier: identifier,
            signature: PromotionalOfferSignature(
                keyID: try offer.required("keyId"),
                nonce: nonce,
                timestamp: Int64(try offer.requiredInteger("timestamp")),
                signature: signature
            )
        )
    }
}
