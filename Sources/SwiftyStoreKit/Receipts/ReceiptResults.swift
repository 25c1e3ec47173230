public import Foundation

/// How fetching a receipt ended.
public enum FetchReceiptResult: Sendable {
    /// The receipt, as the store signed it.
    case success(receiptData: Data)
    /// There is none.
    case error(error: ReceiptError)
}

/// How verifying a receipt ended.
// Sendable is safe: a decoded receipt is a tree of strings, numbers, arrays and dictionaries that nobody changes.
public enum VerifyReceiptResult: @unchecked Sendable {
    /// The receipt is genuine; this is what it says.
    case success(receipt: ReceiptInfo)
    /// It is not, or nobody could tell.
    case error(error: ReceiptError)
}

/// Checks a receipt and decodes it.
public protocol ReceiptValidator {
    /// Calls `completion` once, on any thread, with what the receipt says or why it is not valid.
    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void)
}
