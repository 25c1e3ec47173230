public import Foundation

/// A signed promotional offer, made by the app's server.
// Sendable is safe: every stored property is immutable and Sendable.
open class SKPaymentDiscount: NSObject, @unchecked Sendable {
    private let fields: Fields

    /// A signed offer.
    ///
    /// - Parameters:
    ///   - identifier: The offer's identifier in the catalogue.
    ///   - keyIdentifier: The key that signed it.
    ///   - nonce: A random value, used once.
    ///   - signature: Base64 of the DER ECDSA signature.
    ///   - timestamp: When it was signed, in milliseconds since 1970; it is valid for 24 hours.
    public init(identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber) {
        fields = Fields(
            identifier: identifier,
            keyIdentifier: keyIdentifier,
            nonce: nonce,
            signature: signature,
            timestamp: timestamp.int64Value
        )
        super.init()
    }

    /// An empty offer, for subclasses.
    public override init() {
        let zero: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        fields = Fields(identifier: "", keyIdentifier: "", nonce: UUID(uuid: zero), signature: "", timestamp: 0)
        super.init()
    }

    /// The offer's identifier in the catalogue.
    open var identifier: String { fields.identifier }

    /// The key that signed the offer.
    open var keyIdentifier: String { fields.keyIdentifier }

    /// The random value that makes the signature good for one use.
    open var nonce: UUID { fields.nonce }

    /// Base64 of the DER ECDSA signature.
    open var signature: String { fields.signature }

    /// When the offer was signed, in milliseconds since 1970.
    open var timestamp: NSNumber { NSNumber(value: fields.timestamp) }

    private struct Fields: Sendable {
        let identifier: String
        let keyIdentifier: String
        let nonce: UUID
        let signature: String
        let timestamp: Int64
    }
}
