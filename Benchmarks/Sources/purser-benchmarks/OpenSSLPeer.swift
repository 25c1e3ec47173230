import Foundation
import OpenSSLValidator

/// The validator in C, and the bare cryptography of one receipt. Both are used by one thread only.
final class OpenSSLPeer {
    private let validator: OpaquePointer
    private let bare: OpaquePointer
    private let receipt: [UInt8]

    init(receipt: [UInt8], root: [UInt8], date: Date) throws {
        guard let validator = openssl_validator_create(root, root.count, Int64(date.timeIntervalSince1970)) else {
            throw BenchmarkError("OpenSSL could not read the root certificate")
        }
        guard let bare = openssl_bare_create(receipt, receipt.count) else {
            openssl_validator_free(validator)
            throw BenchmarkError("OpenSSL could not read the receipt")
        }
        (self.validator, self.bare, self.receipt) = (validator, bare, receipt)
    }

    deinit {
        openssl_validator_free(validator)
        openssl_bare_free(bare)
    }

    static var version: String { String(cString: openssl_version_text()) }

    var payload: [UInt8] { octets(openssl_bare_payload) }
    var signature: [UInt8] { octets(openssl_bare_signature) }
    /// The signer's key, DER of `SubjectPublicKeyInfo`.
    var publicKey: [UInt8] { octets(openssl_bare_key) }

    /// Verifies and walks; the number of purchase records.
    func validate() -> Int { openssl_validator_run(validator, receipt, receipt.count) }

    /// One digest and one RSA verification.
    func verifyBare() -> Bool { openssl_bare_run(bare) == 1 }

    private func octets(_ part: (OpaquePointer, UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> [UInt8] {
        var length = 0
        return Array(UnsafeBufferPointer(start: part(bare, &length), count: length))
    }
}
