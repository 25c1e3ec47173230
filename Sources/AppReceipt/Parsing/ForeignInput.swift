import Foundation

/// Recognises what is sent by mistake instead of a receipt, so that the error can name it.
enum ForeignInput {
    /// - Parameter text: The input without white space around it.
    /// - Returns: nil if it may be a receipt.
    static func recognize(_ text: ArraySlice<UInt8>) -> AppReceiptError? {
        switch text.first {
        case UInt8(ascii: "<"):
            AppReceiptError(.html, "the input is a web page or XML, perhaps the error page of a proxy")
        case UInt8(ascii: "{"):
            if contains("purchase-info", text) || contains("signing-status", text) {
                AppReceiptError(
                    .transactionReceipt,
                    "this is a transaction receipt of iOS 6; only Apple's server can verify it",
                    expected: "an app receipt (Bundle.main.appStoreReceiptURL)",
                    found: "transactionReceipt"
                )
            } else {
                AppReceiptError(.json, "the input is JSON; send the receipt itself", found: "a JSON object")
            }
        case UInt8(ascii: "["), UInt8(ascii: "\""):
            AppReceiptError(.json, "the input is JSON; send the receipt itself", found: "a JSON text")
        default:
            isJWS(text)
                ? AppReceiptError(
                    .jws,
                    "this is a JWS (signed transaction, renewal information or notification), not a receipt",
                    expected: "an app receipt",
                    found: "a JWS"
                ) : nil
        }
    }

    /// `eyJ` is how the Base64 of `{"` begins.
    private static func isJWS(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: Array("eyJ".utf8)) && text.filter { $0 == UInt8(ascii: ".") }.count == 2
    }

    /// Whether the beginning of the text holds a key.
    private static func contains(_ key: String, _ text: ArraySlice<UInt8>) -> Bool {
        let head = String(decoding: text.prefix(8192), as: UTF8.self)
        return head.contains(key)
    }
}
