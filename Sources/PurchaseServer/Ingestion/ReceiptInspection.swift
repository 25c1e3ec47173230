import AppReceipt
import AppStoreTrust
import Foundation

/// What can be said about a receipt without asking the App Store: its form, its signature, its app.
///
/// It answers a bad upload with the precise rule that it breaks, spares the App Store the question, and tells a malformed
/// receipt from an outage, for which the App Store has the same status.
struct ReceiptInspection: Sendable {
    private let signature: SignatureRule
    private let apps: Set<String>

    /// - Parameters:
    ///   - policy: Whose signatures are accepted.
    ///   - apps: The apps whose receipts are accepted.
    init(policy: TrustPolicy, apps: Set<String>) {
        signature = SignatureRule(policy: policy)
        self.apps = apps
    }

    /// Checks a receipt before anything is kept of it.
    ///
    /// - Throws: ``Rejection`` with the first rule that failed.
    func check(_ receipt: Data) throws(Rejection) {
        guard !Self.isOldStyle(receipt) else { return }
        let parsed: AppReceipt
        do throws(ReceiptError) {
            parsed = try AppReceipt(wireForm: receipt)
        } catch {
            throw Rejection(422, "receipt-malformed", error.reason, rule: error.code.rawValue)
        }
        // Base64 was taken off by now; the App Store would not look for a second layer.
        guard !Self.isText(receipt) else {
            throw Rejection(422, "receipt-malformed", "the receipt is in base64 twice", rule: "not-a-receipt")
        }
        if let failure = signature.failure(in: parsed) {
            throw Rejection(422, "receipt-not-authentic", failure.reason, rule: failure.code.rawValue)
        }
        guard apps.contains(parsed.bundleID) else { throw .foreignApp(parsed.bundleID) }
    }

    /// Whether the receipt passes every check that can be made here.
    func isSound(_ receipt: Data) -> Bool {
        guard !Self.isOldStyle(receipt) else { return false }
        do throws(Rejection) {
            try check(receipt)
            return true
        } catch { return false }
    }

    private static func isText(_ receipt: Data) -> Bool {
        receipt.prefix(64).allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// An iOS 6 transaction receipt: a property list in the old text form, which only the App Store can check.
    private static func isOldStyle(_ receipt: Data) -> Bool {
        receipt.first == UInt8(ascii: "{") && receipt.range(of: Data("purchase-info".utf8)) != nil
    }
}
