/// Writes a receipt as Xcode does: indefinite lengths down to the content, the content in pieces.
enum IndefiniteForm {
    private static let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    private static let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

    /// - Parameter der: A receipt of our own writer; what stands around the payload is taken from it.
    static func message(_ der: [UInt8], payload: [UInt8]) -> [UInt8] {
        guard let version = find([0x02, 0x01, 0x01, 0x31], in: der), let type = find(data, in: der),
            let start = find(payload, in: der)
        else { return der }
        // In front of the content type stand tag and length of the sequence around it: the last 0x30 before it.
        let sequence = der[..<type].lastIndex(of: 0x30) ?? type
        let pieces = stride(from: 0, to: payload.count, by: 100).flatMap { offset in
            let piece = payload[offset..<min(offset + 100, payload.count)]
            return [0x04, UInt8(piece.count)] + piece
        }
        let content = indefinite(0x30, data + indefinite(0xA0, indefinite(0x24, pieces)))
        let body = Array(der[version..<sequence]) + content + Array(der[(start + payload.count)...])
        return indefinite(0x30, signedData + indefinite(0xA0, indefinite(0x30, body)))
    }

    private static func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }

    private static func find(_ pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast(pattern.count - 1).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }
}
