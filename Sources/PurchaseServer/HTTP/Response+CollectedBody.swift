import HTTPTypes
import Hummingbird
import Locking
import NIOCore

extension Response {
    /// The bytes of the body, which stays as it is.
    mutating func collectedBody() async throws -> ByteBuffer {
        let bytes = Locked(ByteBuffer())
        try await body.write(BodyCollector(bytes: bytes))
        let collected = bytes.withLock { $0 }
        body = ResponseBody(byteBuffer: collected)
        return collected
    }
}

private struct BodyCollector: ResponseBodyWriter {
    let bytes: Locked<ByteBuffer>

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
