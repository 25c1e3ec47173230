import SwiftASN1

/// Apple's extensions that say what a certificate is for.
///
/// Without them any Apple developer certificate could sign receipts: it hangs below the same root (Receipt Validation
/// Programming Guide, revision of 2016-03-21: checking them is mandatory).
enum MarkerExtension {
    /// The leaf signs receipts and App Store data.
    static let receiptSigning: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    /// The intermediate is Apple's Worldwide Developer Relations authority.
    static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
}
