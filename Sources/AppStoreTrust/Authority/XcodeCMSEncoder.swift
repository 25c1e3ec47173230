/// Writes CMS signed data in the shape that receipts of StoreKit testing in Xcode have: indefinite lengths (BER), the payload
/// in pieces, one certificate that signs itself.
enum XcodeCMSEncoder {
    static func signedData(
        digestAlgorithm: [UInt8],
        payload: [UInt8],
        certificate: [UInt8],
        signer: [UInt8]
    ) -> [UInt8] {
        let pieces = indefinite(.constructedOctetString, of: [DEREncoder.element(.octetString, payload)])
        let content = [
            DEREncoder.element(.objectIdentifier, ObjectIdentifiers.data), indefinite(.context0, of: [pieces]),
        ]
        let signedData = indefinite(
            .sequence,
            of: [
                DEREncoder.integer(1),
                DEREncoder.element(.set, digestAlgorithm),
                indefinite(.sequence, of: content),
                DEREncoder.element(.context0, certificate),
                DEREncoder.element(.set, signer),
            ]
        )
        return indefinite(
            .sequence,
            of: [
                DEREncoder.element(.objectIdentifier, ObjectIdentifiers.signedData),
                indefinite(.context0, of: [signedData]),
            ]
        )
    }

    /// An element that ends where its end-of-contents octets are.
    private static func indefinite(_ tag: DERTag, of elements: [[UInt8]]) -> [UInt8] {
        [tag.rawValue, 0x80] + elements.joined() + [0x00, 0x00]
    }
}
