import AppStoreTrust
import Foundation
import HTTPServing

/// With what a store speaks TLS: a certificate of its own authority for the names of Apple's servers and its own.
struct StoreTLS: Sendable {
    let port: Int
    private let certificate: Result<TLSCertificate, TrustError>

    /// - Parameters:
    ///   - port: Where it listens; 0 for any free port.
    ///   - names: Names by which the store is asked besides Apple's and this machine's.
    ///   - authority: The store's authority, whose root must be trusted.
    ///   - now: Real time, which those who shake hands go by.
    init(port: Int, names: [String], authority: CertificateAuthority, now: Date) {
        self.port = port
        let own = ["localhost", "127.0.0.1", "::1"]
        let names = AppleHost.allCases.map(\.rawValue) + own + names.filter { !own.contains($0) }
        certificate = Result { () throws(TrustError) in try authority.tlsCertificate(for: names, at: now) }
    }

    /// The root to trust, in PEM.
    ///
    /// - Throws: `tlsUnusable`
    var rootPEM: String { get throws(StoreServerError) { try made.rootPEM } }

    /// - Throws: `tlsUnusable`
    var identity: TLSIdentity {
        get throws(StoreServerError) {
            TLSIdentity(certificates: try made.certificatePEM, key: try made.keyPEM)
        }
    }

    private var made: TLSCertificate {
        get throws(StoreServerError) {
            do {
                return try certificate.get()
            } catch {
                throw StoreServerError(.tlsUnusable, "the store has no certificate for TLS: \(error.reason)")
            }
        }
    }
}
