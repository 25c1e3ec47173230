public import AppStoreTrust
public import Foundation

/// Makes receipts that look like the App Store's, signed by an authority of our own.
///
/// ```swift
/// let draft = ReceiptDraft(
///     bundleID: "com.example.app",
///     appVersion: "1",
///     deviceIdentifier: device,
///     opaqueValue: [UInt8](repeating: 7, count: 16),
///     creationDate: date
/// )
/// let receipt = try ReceiptWriter(authority: authority).receipt(draft)
/// ```
public struct ReceiptWriter: Sendable {
    private let authority: CertificateAuthority
    private let digest: ReceiptDigest

    /// A writer that signs by this authority.
    public init(authority: CertificateAuthority, digest: ReceiptDigest = .sha256) {
        self.authority = authority
        self.digest = digest
    }

    /// The receipt: DER as the App Store writes it, or for the environment `Xcode` BER as StoreKit testing in Xcode does. The
    /// same draft gives the same bytes.
    ///
    /// - Throws: ``AppReceiptError``, code `authority`, if the authority cannot sign.
    public func receipt(_ draft: ReceiptDraft) throws(AppReceiptError) -> Data {
        do {
            if draft.environment == .xcode {
                return Data(try authority.signXcodeCMS(payload: draft.xcodePayload, digest: digest))
            }
            return Data(try authority.signCMS(payload: draft.payload, digest: digest))
        } catch {
            throw AppReceiptError(error)
        }
    }
}
