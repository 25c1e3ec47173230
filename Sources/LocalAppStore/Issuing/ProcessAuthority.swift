package import AppStoreTrust
import Foundation

/// The authority of stores that were given none: made once a process, and the RSA keys when the first receipt is, because they
/// take a while.
package enum ProcessAuthority {
    /// Valid from 2000 to 2100, so that a store's clock may be anywhere in between.
    package static let shared: Result<CertificateAuthority, TrustError> = {
        do throws(TrustError) {
            return .success(
                try CertificateAuthority.withReceiptKeysLater(
                    name: "StoreKit Testing",
                    validFrom: Date(timeIntervalSince1970: 946_684_800),
                    validUntil: Date(timeIntervalSince1970: 4_102_444_800)
                )
            )
        } catch {
            return .failure(error)
        }
    }()
}
