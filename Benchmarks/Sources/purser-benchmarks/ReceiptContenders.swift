import AppReceipt
import AppStoreTrust
import Crypto
import CryptoExtras
import Foundation

/// What is measured on one receipt.
struct ReceiptContenders {
    let receipt: [UInt8]
    let records: Int
    private let peer: OpenSSLPeer
    private let validator: AppReceiptValidator

    init(_ store: SampleStore, records: Int) throws {
        receipt = try store.receipt(records: records)
        self.records = records
        peer = try OpenSSLPeer(receipt: receipt, root: store.receiptRoot, date: SampleStore.date)
        validator = AppReceiptValidator(policy: store.policy, bundleID: SampleStore.bundleID)
    }

    /// The C validator: d2i_PKCS7, PKCS7_verify, walk over the payload.
    var openSSL: Contender {
        Contender(name: "C validator") { [peer, records] in
            guard peer.validate() == records else { throw BenchmarkError("OpenSSL refused the receipt") }
        }
    }

    /// Digest and RSA by OpenSSL.
    var openSSLBare: Contender {
        Contender(name: "bare, OpenSSL") { [peer] in
            guard peer.verifyBare() else { throw BenchmarkError("OpenSSL refused the signature") }
        }
    }

    /// Digest and RSA by swift-crypto, with the key loaded and used before.
    func swiftCryptoBare() throws -> Contender {
        let key = try _RSA.Signing.PublicKey(derRepresentation: peer.publicKey)
        let signature = _RSA.Signing.RSASignature(rawRepresentation: peer.signature)
        let payload = peer.payload
        return Contender(name: "bare, swift-crypto") {
            var hash = SHA256()
            payload.withUnsafeBytes { hash.update(bufferPointer: $0) }
            guard key.isValidSignature(signature, for: hash.finalize(), padding: .insecurePKCS1v1_5) else {
                throw BenchmarkError("swift-crypto refused the signature")
            }
        }
    }

    /// All rules: signature and chain, app, environment.
    var validated: Contender {
        Contender(name: "Purser") { [receipt, validator, records] in
            guard validator.validate(receipt).validReceipt?.inAppPurchases.count == records else {
                throw BenchmarkError("Purser refused the receipt")
            }
        }
    }

    /// The same, then every property of every record as a Swift value.
    var read: Contender {
        Contender(name: "Purser, all fields read") { [receipt, validator] in
            guard let valid = validator.validate(receipt).validReceipt, FieldReader.checksum(valid.payload) != 0 else {
                throw BenchmarkError("Purser refused the receipt")
            }
        }
    }
}
