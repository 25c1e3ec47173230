import AppReceipt
import AppStoreTrust

/// A receipt that is drawn up and not signed: it says what the store knew then.
package struct UnsignedReceipt: Sendable, Hashable {
    let draft: ReceiptDraft
    let digest: ReceiptDigest
    let flaw: CertificateFlaw?
}
