/// Writes CMS signed data in the shape that receipts of StoreKit testing in Xcode have: indefinite lengths (BER), the payload
/// in pieces, one certificate that signs itself.
enum XcodeCMSEncoder {
    static func signedData(
        digestAlgorithm: [UInt8],
        payload: [UInt8],
        certificate: [UInt8],
        signer: [UInt8]
    ) -> [UInt8] {
        DEREncoder.written {
            $0.indefinite(.sequence) {
                $0.element(.objectIdentifier, ObjectIdentifiers.signedData)
                $0.indefinite(.context0) {
                    $0.indefinite(.sequence) {
                        $0.integer(1)
                        $0.element(.set, digestAlgorithm)
                        $0.indefinite(.sequence) {
                            $0.element(.objectIdentifier, ObjectIdentifiers.data)
                            $0.indefinite(.context0) {
                                $0.indefinite(.constructedOctetString) { $0.element(.octetString, payload) }
                            }
                        }
                        $0.element(.context0, certificate)
                        $0.element(.set, signer)
                    }
                }
            }
        }
    }
}

extension DERWriter {
    /// An element that ends where its end-of-contents octets are.
    fileprivate mutating func indefinite(_ tag: DERTag, around body: (inout DERWriter) -> Void) {
        encoded([tag.rawValue, 0x80])
        body(&self)
        encoded([0x00, 0x00])
    }
}
