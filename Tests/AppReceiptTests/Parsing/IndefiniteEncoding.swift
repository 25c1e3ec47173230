import AppStoreTrust

/// Rewrites a definite-length message as Xcode writes its receipts: indefinite lengths around the content, the content
/// itself in pieces.
enum IndefiniteEncoding {
    /// - Parameter chunk: How many octets a piece of the content has.
    static func message(_ der: [UInt8], chunk: Int) throws -> [UInt8] {
        try der.withUnsafeBufferPointer { pointer in
            var outer = DERCursor(pointer)
            var contentInfo = outer.inside(try outer.next(.sequence))
            let type = try contentInfo.next(.objectIdentifier)
            var wrapper = contentInfo.inside(try contentInfo.next(.context0))
            var signedData = wrapper.inside(try wrapper.next(.sequence))
            let version = try signedData.next()
            let digests = try signedData.next()
            var content = signedData.inside(try signedData.next(.sequence))
            let contentType = try content.next(.objectIdentifier)
            var octets = content.inside(try content.next(.context0))
            let payload = Array(pointer[try octets.next(.octetString).content])
            let rest = pointer[signedData.position..<signedData.end]
            let pieces = stride(from: 0, to: payload.count, by: chunk).flatMap { start in
                DEREncoder.element(.octetString, payload[start..<min(start + chunk, payload.count)])
            }
            let encapsulated = indefinite(
                .sequence,
                Array(pointer[contentType.whole]) + indefinite(.context0, indefinite(.constructedOctetString, pieces))
            )
            let body = Array(pointer[version.whole]) + Array(pointer[digests.whole]) + encapsulated + Array(rest)
            return indefinite(
                .sequence,
                Array(pointer[type.whole]) + indefinite(.context0, indefinite(.sequence, body))
            )
        }
    }

    static func indefinite(_ tag: DERTag, _ content: [UInt8]) -> [UInt8] {
        [tag.rawValue, 0x80] + content + [0, 0]
    }
}
