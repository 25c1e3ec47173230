public import AppStoreTrust
public import Foundation

/// An App Store receipt, read but not verified.
///
/// All attributes that are known have a property; all others are in ``attributes`` with their octets.
///
/// - Important: Anyone can write such a receipt. Trust one only after ``AppReceiptValidator`` has accepted it.
///
/// ```swift
/// let receipt = try AppReceipt(wireForm: data)
/// print(receipt.bundleID, receipt.inAppPurchases.map(\.productID))
/// ```
public struct AppReceipt: Sendable {
    /// The signed message around the attributes.
    let message: CMSMessage
    /// The attributes of the app.
    let slots: [AttributeSlot]

    /// The purchases in the receipt, in its order, which has no meaning. Empty is normal.
    public let inAppPurchases: [InAppPurchaseRecord]

    /// A longer input is refused, in bytes.
    public static let maximumLength = 8 * 1024 * 1024

    /// Reads a receipt in any form it is sent in: DER or BER, Base64 of it (wrapped, URL-safe, padded or not, or encoded
    /// twice), or PEM.
    ///
    /// - Parameters:
    ///   - wireForm: The bytes as they came.
    ///   - maximumLength: A longer input is refused.
    /// - Throws: ``AppReceiptError``. Codes tell apart what is no receipt at all (`empty`, `oversized`, `html`, `jws`, …),
    ///   what is damaged (`truncated`, `base64-damaged`, `malformed`, …) and receipts whose attributes are wrong.
    public init(
        wireForm: some DataProtocol,
        maximumLength: Int = AppReceipt.maximumLength
    ) throws(AppReceiptError) {
        try self.init(message: Self.message(wireForm: wireForm, maximumLength: maximumLength))
    }

    /// Reads the attributes of a message.
    init(message: CMSMessage) throws(AppReceiptError) {
        let index: ReceiptPayloadParser.Index
        do {
            index = try message.bytes.withUnsafeBufferPointer { pointer throws(AppReceiptError) in
                try ReceiptPayloadParser(pointer, of: message.bytes).index(message.payload)
            }
        } catch {
            // App Attest receipts have the same numbers with other meanings, so they fail somewhere in here.
            throw message.isAppAttestReceipt ? .appAttest : error
        }
        self.message = message
        slots = index.attributes
        inAppPurchases = index.purchases
    }

    /// Finds the signed message in an input.
    static func message(wireForm: some DataProtocol, maximumLength: Int) throws(AppReceiptError) -> CMSMessage {
        let bytes = try ReceiptWireForm.derEncoded(wireForm, maximumLength: maximumLength)
        do {
            return try CMSMessage(parsing: bytes)
        } catch {
            throw bytes.containsAppAttestMarker ? .appAttest : AppReceiptError(error)
        }
    }

    /// The receipt as DER (BER with definite lengths, if it came with indefinite ones).
    public var derEncoded: Data { Data(message.bytes) }

    /// The digest under the signature.
    public var signatureDigest: ReceiptDigest { message.signer.digest }
}

extension AppReceipt: Hashable {
    public static func == (left: AppReceipt, right: AppReceipt) -> Bool { left.message.bytes == right.message.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(message.bytes) }
}

extension AppReceiptError {
    static let appAttest = AppReceiptError(
        .appAttest,
        "this is a receipt of App Attest, not of the App Store",
        expected: "an app receipt",
        found: "an App Attest receipt"
    )
}

extension CMSMessage {
    /// Whether a certificate is one for App Attest receipts.
    var isAppAttestReceipt: Bool { Array(octets(certificateSet)).containsAppAttestMarker }
}

extension [UInt8] {
    /// Whether the purpose of App Attest signers occurs anywhere; asked only about bytes that are refused already.
    fileprivate var containsAppAttestMarker: Bool {
        Data(self).range(of: Data(ObjectIdentifiers.appAttestReceiptSigning)) != nil
    }
}
