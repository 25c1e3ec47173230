import Foundation

/// Reads an answer (RFC 6960, 4.2.1). Its structure is that of DER; nothing indefinite is accepted.
enum OCSPResponseParser {
    /// Why an answer says nothing.
    enum Failure: Error {
        case structure(DERFailure)
        /// The responder reports a failure instead of a status.
        case status(Int64)
        /// A part that is correct but not understood.
        case unsupported(String)
    }

    /// More certificates, or statuses, in one answer are refused.
    static let maximumCount = 16

    static func parse(_ bytes: [UInt8]) throws(Failure) -> OCSPResponse {
        try bytes.withUnsafeBufferPointer { pointer throws(Failure) in
            var cursor = DERCursor(pointer)
            let basic = try basicResponse(&cursor)
            return try response(basic, cursor)
        }
    }

    /// Steps through the envelope to `BasicOCSPResponse`.
    private static func basicResponse(_ cursor: inout DERCursor) throws(Failure) -> DERElement {
        do {
            var envelope = cursor.inside(try cursor.next(.sequence))
            try cursor.finish()
            let status = cursor.bytes.integer(try envelope.next(.enumerated).content) ?? -1
            guard status == 0 else { throw Failure.status(status) }
            var content = envelope.inside(try envelope.only(.sequence, inside: envelope.next(.context0)))
            try envelope.finish()
            let type = try content.next(.objectIdentifier)
            guard content.bytes.content(of: type, is: OCSPIdentifiers.basicResponse) else {
                throw Failure.unsupported("an answer that is not basic")
            }
            let octets = try content.next(.octetString)
            try content.finish()
            return try cursor.only(.sequence, inside: octets)
        } catch {
            throw failure(error)
        }
    }

    private static func response(_ basic: DERElement, _ cursor: DERCursor) throws(Failure) -> OCSPResponse {
        do {
            var fields = cursor.inside(basic)
            let signed = try fields.next(.sequence)
            var algorithm = fields.inside(try fields.next(.sequence))
            let signatureAlgorithm = fields.octets(try algorithm.next(.objectIdentifier))
            let bits = fields.octets(try fields.next(.bitString))
            guard bits.first == 0 else { throw Failure.unsupported("a signature of loose bits") }
            let certificates = try fields.nextIf(.context0)
            try fields.finish()
            var data = fields.inside(signed)
            let version = try data.nextIf(.context0)
            if let version, data.bytes.integer(try data.only(.integer, inside: version).content) != 0 {
                throw Failure.unsupported("an answer of another version")
            }
            let responder = try responder(&data)
            let producedAt = try date(data.next(.generalizedTime), data)
            let singles = try singles(data.next(.sequence), data)
            let extensions = try extensions(data.nextIf(.context1), data)
            try data.finish()
            return OCSPResponse(
                signed: fields.whole(signed),
                responder: responder,
                producedAt: producedAt,
                singles: singles,
                nonce: extensions.nonce,
                algorithm: signatureAlgorithm,
                signature: Array(bits.dropFirst()),
                certificates: try self.certificates(certificates, fields)
            )
        } catch {
            throw failure(error)
        }
    }

    private static func responder(_ data: inout DERCursor) throws -> OCSPResponse.Responder {
        if let name = try data.nextIf(.context1) { return .name(data.whole(try data.only(.sequence, inside: name))) }
        return .key(data.octets(try data.only(.octetString, inside: data.next(.context2))))
    }

    private static func singles(_ list: DERElement, _ outer: DERCursor) throws -> [OCSPResponse.Single] {
        var cursor = outer.inside(list)
        var singles: [OCSPResponse.Single] = []
        while !cursor.isAtEnd {
            guard singles.count < maximumCount else { throw Failure.unsupported("more than \(maximumCount) statuses") }
            var fields = cursor.inside(try cursor.next(.sequence))
            let certificate = try OCSPCertificateID(fields.next(.sequence), in: fields)
            let status = try status(fields.next(), fields)
            let thisUpdate = try date(fields.next(.generalizedTime), fields)
            let nextUpdate = try fields.nextIf(.context0).map {
                try date(fields.only(.generalizedTime, inside: $0), fields)
            }
            _ = try extensions(fields.nextIf(.context1), fields)
            try fields.finish()
            singles.append(
                .init(certificate: certificate, status: status, thisUpdate: thisUpdate, nextUpdate: nextUpdate)
            )
        }
        return singles
    }

    private static func status(_ element: DERElement, _ outer: DERCursor) throws -> CertificateStatus {
        switch element.tag {
        case .implicit0 where element.count == 0: return .good
        case .implicit2 where element.count == 0: return .unknown
        case .context1:
            var fields = outer.inside(element)
            let revoked = try date(fields.next(.generalizedTime), fields)
            let reason = try fields.nextIf(.context0).map { try fields.only(.enumerated, inside: $0) }
            try fields.finish()
            let code = reason.flatMap { fields.bytes.integer($0.content) } ?? 0
            return .revoked(at: revoked, reason: .init(rawValue: Int(clamping: code)))
        default: throw DERFailure.unexpected(at: element.start)
        }
    }

    private static func certificates(_ element: DERElement?, _ outer: DERCursor) throws -> [[UInt8]] {
        guard let element else { return [] }
        var list = outer.inside(try outer.only(.sequence, inside: element))
        var certificates: [[UInt8]] = []
        while !list.isAtEnd {
            guard certificates.count < maximumCount else {
                throw Failure.unsupported("more than \(maximumCount) certificates")
            }
            certificates.append(list.whole(try list.next(.sequence)))
        }
        return certificates
    }

    private static func extensions(_ element: DERElement?, _ outer: DERCursor) throws -> OCSPExtensions {
        guard let element else { return OCSPExtensions() }
        let extensions = try OCSPExtensions(element, in: outer)
        guard !extensions.hasUnknownCritical else { throw Failure.unsupported("an unknown critical extension") }
        return extensions
    }

    private static func date(_ element: DERElement, _ outer: DERCursor) throws -> Date {
        guard let date = GeneralizedTimeText.date(outer.octets(element)) else {
            throw DERFailure.unexpected(at: element.start)
        }
        return date
    }

    private static func failure(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let failure as DERFailure: .structure(failure)
        default: .unsupported("\(error)")
        }
    }
}
