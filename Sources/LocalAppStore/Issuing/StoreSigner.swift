import AppReceipt
import AppStoreTrust
import Foundation
import Locking

/// Signs what a store issues: the authority, and the receipts that it signed last.
final class StoreSigner: Sendable {
    private struct State: Sendable {
        var authority: CertificateAuthority
        /// How often there was another authority.
        var changes = 0
        var receipts = SignedReceipts()
    }

    private let state: Locked<State>

    init(_ authority: CertificateAuthority) {
        state = Locked(State(authority: authority))
    }

    var authority: CertificateAuthority { state.withLock { $0.authority } }

    /// From now on another authority signs.
    func replace(_ authority: CertificateAuthority) {
        state.withLock { $0 = State(authority: authority, changes: $0.changes + 1) }
    }

    /// The authority, with the flaw that a fault gives its certificates.
    func authority(with flaw: CertificateFlaw?) throws(TrustError) -> CertificateAuthority {
        guard let flaw else { return authority }
        return try authority.signing(with: flaw)
    }

    /// A receipt, signed now or, if it says the same, before.
    func sign(_ unsigned: UnsignedReceipt) throws(StoreError) -> Data {
        let (known, changes) = state.withLock { ($0.receipts.receipt(unsigned), $0.changes) }
        if let known { return known }
        let signed: Data
        do {
            // Without the lock: many threads sign at a time.
            signed = try ReceiptWriter(authority: try authority(with: unsigned.flaw), digest: unsigned.digest)
                .receipt(unsigned.draft)
        } catch {
            throw StoreError(.signingFailed, "the receipt could not be signed: \(error)")
        }
        state.withLock { state in
            if state.changes == changes { state.receipts.keep(signed, of: unsigned) }
        }
        return signed
    }
}
