/// The digest under the signature of a receipt.
public enum ReceiptDigest: String, Sendable, Hashable, Codable, CaseIterable {
    /// Until 2025-01-24.
    case sha1 = "SHA-1"
    /// From 2023 on.
    case sha256 = "SHA-256"

    /// The content octets of the object identifier of the digest.
    var objectIdentifier: [UInt8] {
        switch self {
        case .sha1: ObjectIdentifiers.sha1
        case .sha256: ObjectIdentifiers.sha256
        }
    }
}
