import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation

/// A certificate taken apart, to be put together otherwise and signed by whom it names as its issuer.
struct CertificateParts {
    /// What is signed, field by field: version, serial number, algorithm, issuer, validity, subject, key.
    var fields: [[UInt8]]
    /// The extensions behind it.
    var extensions: [[UInt8]]
    private let algorithm: [UInt8]

    init(_ bytes: [UInt8]) throws {
        (fields, extensions, algorithm) = try bytes.withUnsafeBufferPointer { pointer in
            var outer = DERCursor(pointer)
            var certificate = outer.inside(try outer.next(.sequence))
            var signed = certificate.inside(try certificate.next(.sequence))
            var fields = try Self.elements(&signed)
            let extensions = fields.removeLast()
            var wrapper = DERCursor(pointer, extensions.content)
            var list = wrapper.inside(try wrapper.next(.sequence))
            return (
                fields.map { Array(pointer[$0.whole]) }, try Self.elements(&list).map { Array(pointer[$0.whole]) },
                Array(pointer[try certificate.next(.sequence).whole])
            )
        }
    }

    /// The content of the identifiers of the extensions, in hexadecimal.
    var extensionIdentifiers: [String] {
        extensions.map { bytes in
            bytes.withUnsafeBufferPointer { pointer in
                var outer = DERCursor(pointer)
                guard let sequence = try? outer.next(.sequence) else { return "" }
                var inside = outer.inside(sequence)
                guard let identifier = try? inside.next(.objectIdentifier) else { return "" }
                return pointer[identifier.content].hexadecimal
            }
        }
    }

    func signed(by issuer: P256.Signing.PrivateKey) throws -> [UInt8] {
        let list = DEREncoder.element(.sequence, of: extensions)
        let content = DEREncoder.element(.sequence, of: fields + [DEREncoder.element(DERTag(rawValue: 0xA3), list)])
        let signature = try issuer.signature(for: content).derRepresentation
        return DEREncoder.element(
            .sequence,
            of: [content, algorithm, DEREncoder.element(.bitString, [0] + Array(signature))]
        )
    }

    private static func elements(_ cursor: inout DERCursor) throws(DERFailure) -> [DERElement] {
        var elements: [DERElement] = []
        while !cursor.isAtEnd { elements.append(try cursor.next()) }
        return elements
    }
}
