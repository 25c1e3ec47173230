/// The extensions of a question or an answer. Only the nonce is understood.
struct OCSPExtensions {
    /// What the nonce's octet string holds, nil without one.
    private(set) var nonce: [UInt8]?
    /// Whether there is a critical extension that is not understood.
    private(set) var hasUnknownCritical = false

    init() {}

    /// Reads `[n] EXPLICIT SEQUENCE OF Extension`.
    init(_ element: DERElement, in outer: DERCursor) throws(DERFailure) {
        var list = outer.inside(try outer.only(.sequence, inside: element))
        while !list.isAtEnd {
            var fields = list.inside(try list.next(.sequence))
            let type = list.octets(try fields.next(.objectIdentifier))
            let critical = try fields.nextIf(.boolean).map { list.octets($0) != [0] } ?? false
            let value = try fields.next(.octetString)
            try fields.finish()
            if type == OCSPIdentifiers.nonce {
                nonce = list.octets(try list.only(.octetString, inside: value))
            } else if critical {
                hasUnknownCritical = true
            }
        }
    }

    /// `SEQUENCE OF Extension` with a nonce.
    static func encoded(nonce: [UInt8]) -> [UInt8] {
        let value = DEREncoder.element(.octetString, DEREncoder.element(.octetString, nonce))
        let type = DEREncoder.element(.objectIdentifier, OCSPIdentifiers.nonce)
        return DEREncoder.element(.sequence, DEREncoder.element(.sequence, of: [type, value]))
    }
}
