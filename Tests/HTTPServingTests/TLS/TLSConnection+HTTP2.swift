import NIOCore

extension TLSConnection {
    /// A connection that speaks HTTP/2 and has asked for a path, in stream 1.
    static func asking(for path: String, _ port: Int, _ root: String) async throws -> Self {
        let connection = try await open(port, root: root, inside: "h2")
        try await connection.send(
            HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.get, path, stream: 1, hasBody: false)
        )
        return connection
    }

    /// A connection that speaks HTTP/2 and has begun to send a body to `/count`, in stream 1.
    static func posting(_ body: [UInt8], _ port: Int, _ root: String) async throws -> Self {
        let connection = try await open(port, root: root, inside: "h2")
        try await connection.send(
            HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.post, "/count", stream: 1, hasBody: true)
                + HTTP2Bytes.data(body, stream: 1)
        )
        return connection
    }

    /// Reads frames until the server has ended all of these streams, in order (END_STREAM) or not (RST_STREAM).
    ///
    /// - Returns: What their frames said.
    @discardableResult
    func read(untilEndOf streams: Set<UInt8>) async -> String {
        var (bytes, said, open): ([UInt8], [UInt8], Set<UInt8>) = ([], [], streams)
        for await part in frames {
            bytes += part.readableBytesView
            while bytes.count >= 9 {
                let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
                guard bytes.count >= 9 + length else { break }
                let (type, flags, number) = (bytes[3], bytes[4], bytes[8])
                said += bytes[9..<9 + length]
                bytes.removeFirst(9 + length)
                if type == 3 || (type <= 1 && flags & 1 == 1) { open.remove(number) }
                if open.isEmpty { return String(decoding: said, as: UTF8.self) }
            }
        }
        return String(decoding: said, as: UTF8.self)
    }
}
