import AppReceipt
import AppStoreModels
import Foundation
import SwiftyStoreKit

/// What the server is sent of purchases: a receipt, or what the App Store signed.
struct PurchaseUpload: Sendable {
    /// Where it goes, below the customer.
    let place: String
    var body: JSONObject
    /// The transactions in it; nil if it is of a form that cannot be read here.
    let transactions: Set<String>?

    /// The first purchase.
    private var first: SignedPurchase?

    /// The first purchase without the others; nil if it is alone, or one with them.
    var alone: PurchaseUpload? {
        guard let first, (transactions?.count ?? 0) > 1 else { return nil }
        return PurchaseUpload(signed: [first])
    }

    /// A receipt.
    init(receipt: Data) {
        place = "receipts"
        body = ["receiptData": .string(receipt.base64EncodedString())]
        transactions = (try? AppReceipt(wireForm: receipt)).map { Set($0.inAppPurchases.map(\.transactionID)) }
    }

    /// Transactions of StoreKit 2, as many as the server takes at once; the first ones are sent.
    init(signed purchases: [SignedPurchase]) {
        let sent = purchases.prefix(PurchaseBackend.mostInUpload)
        self.init(signed: sent.map(\.jws), transactions: Set(sent.map(\.identifier)))
        first = sent.first
        let renewals = sent.compactMap(\.renewalInfo)
        if !renewals.isEmpty { body["signedRenewalInfo"] = .array(renewals.map(JSONValue.string)) }
    }

    /// Transactions of StoreKit 2 that nobody has looked into.
    init(signed transactions: [String]) { self.init(signed: transactions, transactions: nil) }

    private init(signed texts: [String], transactions: Set<String>?) {
        place = "transactions"
        body = ["signedTransactions": .array(texts.map(JSONValue.string))]
        self.transactions = transactions
    }
}
