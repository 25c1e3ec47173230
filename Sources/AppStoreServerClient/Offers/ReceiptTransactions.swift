public import AppReceipt
import AppStoreModels
public import Foundation

/// From receipts to transaction identifiers, with which the App Store Server API can be asked.
///
/// ```swift
/// guard let identifier = try ReceiptTransactions.anyTransactionID(inReceipt: receipt) else { return }
/// let statuses = try await client.subscriptionStatuses(of: identifier)
/// ```
///
/// Any transaction of a receipt finds the customer, so one is enough for statuses and histories. What is read here is not
/// verified unless a function says so: use it to ask the App Store, never to unlock anything.
public enum ReceiptTransactions {
    /// The longest receipt of the old style that is read, in bytes.
    package static let maximumOldReceiptLength = 1_048_576

    /// The identifiers in a receipt of any of its three kinds: an app receipt (DER, BER, base64 or PEM), a receipt of
    /// StoreKit testing in Xcode (whose identifiers are small numbers such as `0`), or a `transactionReceipt` as of iOS 6.
    ///
    /// Nothing is verified. Purchases of an app receipt come in its order, which has no meaning, each with its own
    /// identifier; the original transactions of the chains are in the `inAppPurchases` of an `AppReceipt`.
    ///
    /// - Parameter receipt: The receipt in any form it is sent in.
    /// - Returns: Each identifier once; empty for an app receipt without purchases.
    /// - Throws: `AppReceiptError` of the module AppReceipt, if it is neither.
    public static func transactionIDs(inReceipt receipt: Data) throws(AppReceiptError) -> [String] {
        if let old = oldReceiptTransactionID(receipt) { return [old] }
        let purchases = try AppReceipt(wireForm: receipt).inAppPurchases
        var seen: Set<String> = []
        return purchases.map(\.transactionID).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// One identifier of a receipt: that of the newest purchase, so that the App Store surely knows it.
    ///
    /// - Returns: nil for an app receipt without purchases: the App Store cannot be asked about it.
    /// - Throws: `AppReceiptError` of the module AppReceipt, if it is no receipt.
    public static func anyTransactionID(inReceipt receipt: Data) throws(AppReceiptError) -> String? {
        if let old = oldReceiptTransactionID(receipt) { return old }
        return newest(try AppReceipt(wireForm: receipt).inAppPurchases)
    }

    /// All identifiers of an app receipt that fulfils the rules of a validator.
    ///
    /// - Throws: The first rule that failed.
    public static func transactionIDs(
        inReceipt receipt: Data,
        verifiedBy validator: AppReceiptValidator
    ) throws(AppReceiptError) -> [String] {
        var seen: Set<String> = []
        return try validator.validated(receipt).inAppPurchases.map(\.transactionID)
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    static func newest(_ purchases: [InAppPurchaseRecord]) -> String? {
        purchases.filter { !$0.transactionID.isEmpty }
            .max { $0.purchaseDate < $1.purchaseDate }?.transactionID
    }

    /// The member `transaction-id` of an iOS 6 style receipt: a property list of the old kind, in base64, with another one
    /// in base64 inside it.
    static func oldReceiptTransactionID(_ receipt: Data) -> String? {
        guard receipt.count <= maximumOldReceiptLength else { return nil }
        let outer = decoded(String(decoding: receipt, as: UTF8.self)) ?? receipt
        guard let inner = value(of: "purchase-info", in: String(decoding: outer, as: UTF8.self)).flatMap(decoded) else {
            return nil
        }
        return value(of: "transaction-id", in: String(decoding: inner, as: UTF8.self))
    }

    private static func decoded(_ text: String) -> Data? {
        Data(base64: text.filter { !$0.isWhitespace })
    }

    /// What stands in `"name" = "value";`.
    private static func value(of name: String, in text: String) -> String? {
        guard let key = text.range(of: "\"\(name)\"") else { return nil }
        let rest = text[key.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
        let value = String(rest[rest.index(after: rest.startIndex)..<end])
        return value.isEmpty ? nil : value
    }
}
