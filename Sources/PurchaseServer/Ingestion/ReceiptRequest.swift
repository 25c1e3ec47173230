import AppStoreModels
import Foundation

/// The body of an upload, read and checked for what can be known without the App Store.
struct ReceiptRequest: Sendable {
    /// The receipt's bytes.
    let receipt: Data
    /// The transaction that the caller says is in the receipt.
    let transactionID: String?
    /// The product that the caller says is in the receipt.
    let productID: String?

    /// The same as what is demanded of the receipt.
    var demands: UploadDemands { UploadDemands(transactionID: transactionID, productID: productID) }

    /// Reads `{"receiptData": base64, "transactionId"?: …, "productId"?: …}`.
    ///
    /// - Parameter maximumReceiptLength: In bytes before base64.
    /// - Throws: ``Rejection`` that says which of the many wrong things a client can send this is.
    init(body: Data, maximumReceiptLength: Int) throws(Rejection) {
        let object = try JSONObject(body: body, of: ["receiptData", "transactionId", "productId"])
        transactionID = object[string: "transactionId"]
        productID = object[string: "productId"]
        guard let text = object[string: "receiptData"] else {
            throw Rejection(400, "receipt-missing", "the body has no string \"receiptData\"")
        }
        let receipt = try Self.bytes(ofBase64: text)
        guard receipt.count <= maximumReceiptLength else {
            throw Rejection.tooLarge(limit: maximumReceiptLength)
        }
        self.receipt = receipt
    }

    /// A receipt that comes in another body than ours.
    ///
    /// - Parameters:
    ///   - text: The receipt in base64.
    ///   - productID: What the caller says is in it; nil if it says nothing.
    ///   - maximumReceiptLength: In bytes before base64.
    init(base64 text: String, productID: String?, maximumReceiptLength: Int) throws(Rejection) {
        transactionID = nil
        self.productID = productID
        receipt = try Self.bytes(ofBase64: text)
        guard receipt.count <= maximumReceiptLength else { throw Rejection.tooLarge(limit: maximumReceiptLength) }
    }

    private static func bytes(ofBase64 text: String) throws(Rejection) -> Data {
        guard !text.isEmpty else { throw Rejection(400, "receipt-empty", "\"receiptData\" is empty") }
        guard text.first(where: { !$0.isWhitespace }) != "<" else { throw Rejection.html }
        guard let bytes = Data(base64: text) else {
            throw Rejection(400, "receipt-not-base64", "\"receiptData\" is not standard base64 without line breaks")
        }
        guard let first = bytes.first else { throw Rejection(400, "receipt-empty", "\"receiptData\" is empty") }
        guard first != UInt8(ascii: "<") else { throw Rejection.html }
        return bytes
    }
}

extension Rejection {
    /// A page of a proxy or of a captive portal was uploaded instead of a receipt.
    static let html = Rejection(400, "receipt-is-html", "\"receiptData\" is a web page, not a receipt")

    static func tooLarge(limit: Int) -> Rejection {
        Rejection(413, "receipt-too-large", "the receipt is larger than \(limit) bytes")
    }
}
