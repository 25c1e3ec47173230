import AppStoreModels
import Entitlements
import Foundation

/// Where a purchase stood when it was told last, as it is stored.
///
/// Nearly all are written and read without `Codable`, as facts are: every notification reads one and writes one.
enum StoredStanding {
    static func content(of standing: PurchaseStanding) throws -> Data {
        var text = PlainText()
        text.add("autoRenewProductID", standing.autoRenewProductID)
        text.add("bundleID", standing.bundleID)
        text.add("expiresDate", standing.expiresDate)
        text.add("isFreeTrial", standing.isFreeTrial)
        text.add("productID", standing.productID)
        text.add("productType", standing.productType?.rawValue)
        text.add("purchaseDate", standing.purchaseDate)
        text.add("reason", standing.reason.rawValue)
        text.add("refundedTransactionID", standing.refundedTransactionID)
        text.add("state", standing.state.rawValue)
        text.add("toldRefunds", standing.toldRefunds)
        text.add("transactionID", standing.transactionID)
        text.add("willAutoRenew", standing.willAutoRenew)
        return try text.content ?? encoder.encode(standing)
    }

    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`.
    static func standing(in content: Data) throws(PurchaseServerError) -> PurchaseStanding {
        do {
            let object = (try? JSONValue(parsing: content))?.object
            return try object.flatMap(PurchaseStanding.init(stored:))
                ?? decoder.decode(PurchaseStanding.self, from: content)
        } catch {
            throw PurchaseServerError(.databaseDamaged, "what was told of a purchase cannot be read")
        }
    }

    /// What is not as simple; whole milliseconds, so that a standing that was read is equal to the one that was written.
    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.outputFormatting = [.sortedKeys]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}

extension PurchaseStanding {
    /// A standing from its stored members; nil if one of those that must be there is missing.
    fileprivate init?(stored json: JSONObject) {
        guard let productID = json["productID"]?.string, let state = json["state"]?.string,
            let reason = json["reason"]?.string, let transactionID = json["transactionID"]?.string,
            let purchaseDate = json[stored: "purchaseDate"], let isFreeTrial = json[boolean: "isFreeTrial"]
        else { return nil }
        self.productID = productID
        productType = json["productType"]?.string.map(ProductType.init(rawValue:))
        self.state = EntitlementState(rawValue: state)
        self.reason = EntitlementReason(rawValue: reason)
        self.transactionID = transactionID
        refundedTransactionID = json["refundedTransactionID"]?.string
        self.purchaseDate = purchaseDate
        expiresDate = json[stored: "expiresDate"]
        willAutoRenew = json[boolean: "willAutoRenew"]
        autoRenewProductID = json["autoRenewProductID"]?.string
        bundleID = json["bundleID"]?.string
        self.isFreeTrial = isFreeTrial
        toldRefunds = json[array: "toldRefunds"]?.compactMap(\.string)
    }
}
