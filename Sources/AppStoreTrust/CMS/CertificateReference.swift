/// How a signer names its certificate: by issuer and serial number, where they lie in the certificate's DER.
struct CertificateReference {
    /// The issuer's name as DER.
    let issuer: Range<Int>
    /// The serial number as DER.
    let serial: DERElement

    init(_ certificate: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) throws(DERFailure) {
        var outer = DERCursor(bytes, certificate)
        var inner = outer.inside(try outer.next(.sequence))
        var fields = inner.inside(try inner.next(.sequence))
        // The version, which only version 1 leaves out.
        if fields.nextTag == .context0 { _ = try fields.next(.context0) }
        serial = try fields.next(.integer)
        _ = try fields.next(.sequence)
        issuer = try fields.next(.sequence).whole
    }
}
