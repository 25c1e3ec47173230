import HTTPTypes
import Hummingbird
import Locking
import NIOCore

/// Takes the parts of an answer together.
final class CollectedBody: ResponseBodyWriter {
    private let collected = Locked(ByteBuffer())

    /// All parts.
    var buffer: ByteBuffer { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        _ = collected.withLock { $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
