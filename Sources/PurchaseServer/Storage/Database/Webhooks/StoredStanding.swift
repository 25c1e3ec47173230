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
        // Our own quick reader reads what was written so; what it does not know the decoder does.
        if let standing = try? PlainMembers.read(content, PurchaseStanding.init(stored:)) { return standing }
        do { return try decoder.decode(PurchaseStanding.self, from: content) } catch {
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
    /// A standing from its stored members, in the order of the alphabet.
    fileprivate init(stored members: inout PlainMembers) throws {
        autoRenewProductID = try members.text("autoRenewProductID")
        bundleID = try members.text("bundleID")
        expiresDate = try members.date("expiresDate")
        isFreeTrial = try PlainMembers.needed(members.truth("isFreeTrial"))
        productID = try PlainMembers.needed(members.text("productID"))
        productType = try members.text("productType").map(ProductType.init(rawValue:))
        purchaseDate = try PlainMembers.needed(members.date("purchaseDate"))
        reason = EntitlementReason(rawValue: try PlainMembers.needed(members.text("reason")))
        refundedTransactionID = try members.text("refundedTransactionID")
        state = EntitlementState(rawValue: try PlainMembers.needed(members.text("state")))
        toldRefunds = try members.texts("toldRefunds")
        transactionID = try PlainMembers.needed(members.text("transactionID"))
        willAutoRenew = try members.truth("willAutoRenew")
    }
}
