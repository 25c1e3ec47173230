import AppStoreTrust
import Crypto
package import Foundation

/// What tells receipts apart: what is signed, and by whom.
///
/// The same receipt can be spelt in countless ways (other lengths, unused certificates, other names of algorithms), all of
/// which verify. They have one identity, so a storage keeps one of them.
package struct ReceiptIdentity: Hashable, Sendable {
    /// 32 bytes.
    package let digest: Data

    /// The identity of a receipt's bytes; of bytes that are no signed message, the bytes themselves count.
    package init(of receipt: Data) {
        do throws(TrustError) {
            digest = Data(try CMSMessage(parsing: Array(receipt)).identity())
        } catch {
            digest = Data(SHA256.hash(data: receipt))
        }
    }
}
