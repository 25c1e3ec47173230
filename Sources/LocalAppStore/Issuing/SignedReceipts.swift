import AppReceipt
import Foundation

/// The receipts that were signed last, by what they say.
///
/// The same draft gives the same bytes, because a receipt's signature (RSA, PKCS #1 version 1.5) has nothing random in it. So
/// whoever asks again before anything has happened, as apps and their servers do, need not wait for a signature. Faults strike
/// what is handed out, behind this.
///
/// What was asked for is kept in two generations: when the younger one is full, it takes the place of the older one.
struct SignedReceipts: Sendable {
    /// How many records the receipts of a generation have together; a receipt itself counts as one.
    static let recordsOfGeneration = 4_096
    /// A receipt with more is not kept.
    static let recordsOfReceipt = 512

    private var younger: [UnsignedReceipt: Data] = [:]
    private var older: [UnsignedReceipt: Data] = [:]
    private var records = 0

    /// How many receipts are kept.
    var count: Int { younger.count + older.count }

    /// A receipt as it was signed; nil if it was not, or if that was long ago.
    func receipt(_ unsigned: UnsignedReceipt) -> Data? {
        Self.canKeep(unsigned) ? younger[unsigned] ?? older[unsigned] : nil
    }

    /// Keeps a receipt that was signed just now.
    mutating func keep(_ signed: Data, of unsigned: UnsignedReceipt) {
        guard Self.canKeep(unsigned) else { return }
        let size = unsigned.draft.inAppPurchases.count + 1
        if records + size > Self.recordsOfGeneration {
            older = younger
            younger = [:]
            records = 0
        }
        if younger.updateValue(signed, forKey: unsigned) == nil { records += size }
    }

    /// What is signed with a certificate that was made flawed on purpose is rare, and made anew.
    private static func canKeep(_ unsigned: UnsignedReceipt) -> Bool {
        unsigned.flaw == nil && unsigned.draft.inAppPurchases.count < recordsOfReceipt
    }
}
