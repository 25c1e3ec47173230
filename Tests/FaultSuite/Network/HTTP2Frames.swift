/// Frames of HTTP/2, written by hand, so that requests can stay half.
enum HTTP2Frames {
    /// What a client begins with: the preface and empty SETTINGS.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(type: 4, flags: 0, stream: 0, [])

    /// A whole request.
    static func get(_ path: String, stream: Int) -> [UInt8] { head(0x82, path, stream: stream, flags: 0x05) }

    /// A request with some of a body that has no end.
    ///
    /// - Parameter count: How many bytes of the body.
    static func halfPost(_ path: String, stream: Int, count: Int) -> [UInt8] {
        head(0x83, path, stream: stream, flags: 0x04)
            + frame(type: 0, flags: 0, stream: stream, [UInt8](repeating: 0x20, count: count))
    }

    /// - Parameter method: Its place in HPACK's table; the scheme is `https`, the authority loopback.
    private static func head(_ method: UInt8, _ path: String, stream: Int, flags: UInt8) -> [UInt8] {
        let (path, authority) = (Array(path.utf8), Array("127.0.0.1".utf8))
        let block = [method, 0x87, 0x04, UInt8(path.count)] + path + [0x01, UInt8(authority.count)] + authority
        return frame(type: 1, flags: flags, stream: stream, block)
    }

    private static func frame(type: UInt8, flags: UInt8, stream: Int, _ payload: [UInt8]) -> [UInt8] {
        let (count, number) = (payload.count, UInt32(stream))
        let length = [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        return length + [type, flags] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } + payload
    }
}

/// Reads which streams were answered, and whether well, of what a server sends.
struct HTTP2Answers {
    /// Whether the answer of a stream has status 200.
    private(set) var isWell: [Int: Bool] = [:]
    private var bytes: [UInt8] = []

    /// `:status 200` in HPACK's table, with which the head of such an answer begins.
    private static let statusOK: UInt8 = 0x88

    mutating func take(_ more: [UInt8]) {
        bytes += more
        while bytes.count >= 9 {
            let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
            guard bytes.count >= 9 + length else { return }
            let stream = bytes[5..<9].reduce(0) { $0 << 8 | Int($1) }
            switch bytes[3] {
            case 1: isWell[stream] = bytes.count > 9 && bytes[9] == Self.statusOK
            // RST_STREAM without an answer before.
            case 3: isWell[stream] = isWell[stream] ?? false
            default: break
            }
            bytes.removeFirst(9 + length)
        }
    }
}
