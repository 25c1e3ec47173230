/// Frames of HTTP/2, written by hand, so that they can be wrong.
enum HTTP2Bytes {
    /// What a client begins with: the preface and empty SETTINGS.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(type: 4, flags: 0, stream: 0, [])

    /// HEADERS of a request that has a body.
    static func head(_ method: UInt8, _ path: String, stream: UInt8, hasBody: Bool) -> [UInt8] {
        let path = Array(path.utf8)
        let block = [method, 0x87, 0x04, UInt8(path.count)] + path + [0x01, 0x01, UInt8(ascii: "a")]
        return frame(type: 1, flags: hasBody ? 0x04 : 0x05, stream: stream, block)
    }

    /// `:method GET` and `:method POST` in HPACK's table.
    static let (get, post): (UInt8, UInt8) = (0x82, 0x83)

    static func data(_ bytes: [UInt8], stream: UInt8) -> [UInt8] { frame(type: 0, flags: 0, stream: stream, bytes) }

    /// DATA of no bytes that ends a body.
    static func end(stream: UInt8) -> [UInt8] { frame(type: 0, flags: 1, stream: stream, []) }

    /// PING, which the other side sends back behind all that it has read before.
    static let ping = frame(type: 6, flags: 0, stream: 0, Array(pingText.utf8))

    /// The eight bytes of ``ping``.
    static let pingText = "are you?"

    private static func frame(type: UInt8, flags: UInt8, stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length = [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        return length + [type, flags, 0, 0, 0, stream] + payload
    }
}
