import AppStoreModels
public import Foundation
import LocalAppStore

/// Offer codes that are to be made.
public struct OfferCodeOrder: Sendable, Hashable {
    /// Which codes.
    public enum Kind: Sendable, Hashable {
        /// So many codes that can be redeemed once each, 1 to 10,000.
        case oneTime(count: Int)
        /// A word of choice for many customers; a limit of nil is for all.
        case word(String, limit: Int? = nil)
    }

    /// The subscription that the offer is of.
    public var productID: String
    /// The offer's name in the catalogue.
    public var referenceName: String
    /// Which codes.
    public var kind: Kind
    /// From when on they are refused; nil for never.
    public var expires: Date?

    /// An order; by default for one code of one use.
    public init(productID: String, referenceName: String, _ kind: Kind = .oneTime(count: 1), expires: Date? = nil) {
        self.productID = productID
        self.referenceName = referenceName
        self.kind = kind
        self.expires = expires
    }
}

extension OfferCodeOrder {
    /// With `code` a word of choice, with `count` so many codes for one use each.
    init(_ body: JSONObject) throws(RequestError) {
        try body.allowOnly(["productId", "referenceName", "code", "limit", "count", "expiresDate"])
        productID = try body.required("productId")
        referenceName = try body.required("referenceName")
        let (code, count) = (try body.optionalText("code"), try body.optionalInteger("count"))
        let limit = try body.optionalInteger("limit")
        expires = try body.optionalDate("expiresDate")
        guard code == nil || count == nil, code != nil || limit == nil else {
            throw .invalidBody("\"code\" goes with \"limit\"; \"count\" makes codes that can be redeemed once each")
        }
        kind = code.map { .word($0, limit: limit) } ?? .oneTime(count: count ?? 1)
    }

    var body: JSONObject {
        var body: JSONObject = ["productId": .string(productID), "referenceName": .string(referenceName)]
        switch kind {
        case .oneTime(let count): body["count"] = .number(JSONNumber(count))
        case .word(let word, let limit):
            body["code"] = .string(word)
            body["limit"] = limit.map { .number(JSONNumber($0)) }
        }
        body[milliseconds: "expiresDate"] = expires
        return body
    }

    /// Makes the codes.
    func perform(in store: LocalAppStore) throws(StoreError) -> [OfferCode] {
        switch kind {
        case .oneTime(let count):
            try store.createOneTimeCodes(
                productID: productID,
                referenceName: referenceName,
                count: count,
                expires: expires
            )
        case .word(let word, let limit):
            [
                try store.createCustomCode(
                    word,
                    productID: productID,
                    referenceName: referenceName,
                    limit: limit,
                    expires: expires
                )
            ]
        }
    }
}
