import AppStoreTrust
import Foundation

/// The authority that test sessions sign with: made once a process, because RSA keys take a while.
enum SessionAuthority {
    static let shared: Result<CertificateAuthority, TrustError> = {
        do throws(TrustError) {
            return .success(
                try CertificateAuthority.make(
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
