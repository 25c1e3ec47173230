import AppStoreTrust
import TestSupport

/// A good message taken apart, so that a test can put it together wrongly.
struct CMSParts {
    var type = ObjectIdentifiers.signedData
    var contentType = ObjectIdentifiers.data
    var payload: [UInt8]? = [1, 2, 3]
    var announced = algorithm(ObjectIdentifiers.sha256)
    var certificates: [[UInt8]]?
    var afterCertificates: [UInt8] = []
    var name: [UInt8]
    var digest = algorithm(ObjectIdentifiers.sha256)
    var signatureAlgorithm = algorithm(ObjectIdentifiers.rsaEncryption)
    let signature: [UInt8]
    var signers: [[UInt8]] = []

    init() throws {
        let message = try CMSMessage(parsing: TestAuthority.trusted.get().signCMS(payload: [1, 2, 3]))
        certificates = message.certificates.map { Array(message.octets($0)) }
        signature = Array(message.bytes.suffix(256))
        // Version, name, two algorithms and the signature make up the signer.
        name = try message.bytes.withUnsafeBufferPointer { pointer in
            var set = DERCursor(pointer, message.certificateSet.upperBound..<pointer.count)
            var signers = set.inside(try set.next(.set))
            var signer = signers.inside(try signers.next(.sequence))
            _ = try signer.next(.integer)
            return Array(pointer[try signer.next(.sequence).whole])
        }
        signers = [signer()]
    }

    static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
        DEREncoder.element(
            .sequence,
            of: [DEREncoder.element(.objectIdentifier, identifier), DEREncoder.element(.null, [])]
        )
    }

    func signer(afterDigest: [UInt8] = [], atEnd: [UInt8] = []) -> [UInt8] {
        DEREncoder.element(
            .sequence,
            of: [
                DEREncoder.integer(1), name, digest, afterDigest, signatureAlgorithm,
                DEREncoder.element(.octetString, signature), atEnd,
            ]
        )
    }

    var encoded: [UInt8] {
        let content = payload.map { DEREncoder.element(.context0, DEREncoder.element(.octetString, $0)) } ?? []
        let signedData = DEREncoder.element(
            .sequence,
            of: [
                DEREncoder.integer(1),
                DEREncoder.element(.set, announced),
                DEREncoder.element(.sequence, of: [DEREncoder.element(.objectIdentifier, contentType), content]),
                certificates.map { DEREncoder.element(.context0, of: $0) } ?? [],
                afterCertificates,
                DEREncoder.element(.set, of: signers),
            ]
        )
        return DEREncoder.element(
            .sequence,
            of: [DEREncoder.element(.objectIdentifier, type), DEREncoder.element(.context0, signedData)]
        )
    }
}
