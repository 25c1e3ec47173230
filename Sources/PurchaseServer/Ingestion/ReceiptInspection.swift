import AppReceipt
import AppStoreTrust
import Foundation

/// What can be said about a receipt without asking the App Store: its form, its signature, its app.
///
/// It answers a bad upload with the precise rule that it breaks, spares the App Store the question, and tells a malformed
/// receipt from an outage, for which the App Store has the same status. What cannot be a receipt never reaches the
/// storage, and what can reaches it in one spelling.
struct ReceiptInspection: Sendable {
    private let signature: SignatureRule
    private let apps: Set<String>

    /// A receipt that may be kept and asked about.
    struct Inspected: Sendable {
        /// The receipt in the App Store's spelling, without anything that a stranger can add or change.
        let receipt: Data
        /// The app that it names.
        let bundleID: String
        /// Whether its signature was checked here; if not, only the App Store can.
        let isSignatureChecked: Bool
        /// The App Store that it says it is of.
        let store: AskedAppStore
    }

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
    func inspect(_ receipt: Data) throws(Rejection) -> Inspected {
        guard !TransactionReceipt.resembles(receipt) else { return try inspect(TransactionReceipt(receipt)) }
        let parsed: AppReceipt
        do throws(AppReceiptError) {
            parsed = try AppReceipt(wireForm: receipt)
        } catch {
            throw Rejection(422, "receipt-malformed", error.reason, rule: error.code.rawValue)
        }
        // Base64 was taken off by now; the App Store would not look for a second layer.
        guard !Self.isText(receipt) else {
            throw Rejection(422, "receipt-malformed", "the receipt is in base64 twice", rule: "not-a-receipt")
        }
        let canonical: Data
        do throws(AppReceiptError) {
            canonical = try signature.canonicalForm(of: parsed)
        } catch {
            throw Rejection(422, "receipt-not-authentic", error.reason, rule: error.code.rawValue)
        }
        guard apps.contains(parsed.bundleID) else { throw .foreignApp(parsed.bundleID) }
        return Inspected(
            receipt: canonical,
            bundleID: parsed.bundleID,
            isSignatureChecked: true,
            store: AskedAppStore(statedBy: parsed)
        )
    }

    private func inspect(_ receipt: TransactionReceipt) throws(Rejection) -> Inspected {
        guard apps.contains(receipt.bundleID) else { throw .foreignApp(receipt.bundleID) }
        return Inspected(
            receipt: receipt.canonicalForm,
            bundleID: receipt.bundleID,
            isSignatureChecked: false,
            store: AskedAppStore(statedBy: receipt)
        )
    }

    /// Whether the receipt passes every check that the App Store makes, too.
    func isSound(_ receipt: Data) -> Bool {
        do throws(Rejection) {
            return try inspect(receipt).isSignatureChecked
        } catch { return false }
    }

    /// The app that a receipt names; nil if it is none of a served app.
    func bundleID(of receipt: Data) -> String? {
        do throws(Rejection) {
            return try inspect(receipt).bundleID
        } catch { return nil }
    }

    private static func isText(_ receipt: Data) -> Bool {
        receipt.prefix(64).allSatisfy { (0x20...0x7E).contains($0) }
    }
}
