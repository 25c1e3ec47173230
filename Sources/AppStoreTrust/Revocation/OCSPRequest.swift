/// A question to a responder, unsigned as all that reach public responders are.
package struct OCSPRequest {
    let certificates: [OCSPCertificateID]
    let nonce: [UInt8]?

    /// The content type of questions.
    package static let contentType = "application/ocsp-request"
    /// The content type of answers.
    package static let answerContentType = "application/ocsp-response"

    /// More certificates in one question are refused.
    static let maximumCertificates = 16
    /// The longest nonce that is sent back, in bytes (RFC 9654).
    static let maximumNonce = 128

    init(_ certificate: OCSPCertificateID, nonce: [UInt8]?) {
        (certificates, self.nonce) = ([certificate], nonce)
    }

    var encoded: [UInt8] {
        let list = certificates.map { DEREncoder.element(.sequence, $0.encoded) }
        var parts = [DEREncoder.element(.sequence, of: list)]
        if let nonce { parts.append(DEREncoder.element(.context2, OCSPExtensions.encoded(nonce: nonce))) }
        return DEREncoder.element(.sequence, DEREncoder.element(.sequence, of: parts))
    }

    /// Reads a question; nil if it is none, or asks for more than is answered.
    init?(parsing bytes: [UInt8]) {
        do {
            (certificates, nonce) = try bytes.withUnsafeBufferPointer { pointer throws(DERFailure) in
                try Self.parse(DERCursor(pointer))
            }
        } catch {
            return nil
        }
        guard (1...Self.maximumCertificates).contains(certificates.count) else { return nil }
        guard nonce.map({ (1...Self.maximumNonce).contains($0.count) }) ?? true else { return nil }
    }

    private static func parse(_ outer: DERCursor) throws(DERFailure) -> ([OCSPCertificateID], [UInt8]?) {
        var message = outer
        var question = message.inside(try message.next(.sequence))
        try message.finish()
        var fields = question.inside(try question.next(.sequence))
        // Version and name of who asks say nothing we need.
        _ = try fields.nextIf(.context0)
        _ = try fields.nextIf(.context1)
        var list = fields.inside(try fields.next(.sequence))
        var certificates: [OCSPCertificateID] = []
        while !list.isAtEnd, certificates.count <= maximumCertificates {
            var single = list.inside(try list.next(.sequence))
            certificates.append(try OCSPCertificateID(single.next(.sequence), in: single))
        }
        let element = try fields.nextIf(.context2)
        let extensions = try element.map { element throws(DERFailure) in try OCSPExtensions(element, in: fields) }
        return (certificates, extensions?.nonce)
    }
}
