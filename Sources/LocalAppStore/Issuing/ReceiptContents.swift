import AppReceipt
import AppStoreTrust

/// What a receipt has to say, as the store knew it; drawn up when somebody looks.
///
/// Gathering it copies records and no more, so that an app under test that never looks at its receipt pays for nothing else,
/// and nobody waits for the store meanwhile.
package struct ReceiptContents: Sendable {
    /// Of the account, in their order.
    let transactions: [StoreTransaction]
    /// The app, the account, and when it was so.
    let issuer: Issuer
    let device: DeviceIdentifier
    let digest: ReceiptDigest
    let flaw: CertificateFlaw?
    /// Of the store, for what is random or encrypted in real receipts.
    let seed: UInt64
    /// Whose random bytes it has: the same name, the same bytes.
    let name: String
    var properties = ReceiptProperties()

    /// The receipt, before it is signed. The same contents give the same receipt.
    func drawnUp() -> UnsignedReceipt {
        var noise = ReceiptNoise(seed: seed, text: name)
        var draft = ReceiptDraft(
            transactions,
            issuer,
            device: device,
            noise: &noise,
            accountMark: AccountMark.bytes(of: issuer.account, seed: seed)
        )
        draft.set(properties)
        return UnsignedReceipt(draft: draft, digest: digest, flaw: flaw)
    }
}
