import HTTPTypes
import HummingbirdCore
import NIOCore

/// Writes a body in pieces, each of which waits until the other side has read most of those before.
///
/// So the answer is held in one place, which knows when it is gone, and not by the connection, too.
struct PiecewiseWriter: ResponseBodyWriter {
    /// As long as an answer that needs no room: that much a connection may hold.
    static let pieceLength = SendingRoom.short
    /// Up to here a body is not worth it: as many as a client may ask for ahead are not long together.
    static let worthwhile = 4 * 1024

    private var writer: any ResponseBodyWriter
    /// Held for as long as somebody writes.
    private let share: AnswerShare

    init(_ writer: any ResponseBodyWriter, _ share: AnswerShare) {
        self.writer = writer
        self.share = share
    }

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while rest.readableBytes > 0 {
            guard let piece = rest.readSlice(length: min(Self.pieceLength, rest.readableBytes)) else { return }
            // A slice keeps the memory of the whole; who reads all but the last piece would hold it.
            try await writer.write(ByteBuffer(buffer: piece))
            try await ConnectionLoop.caughtUp()
        }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
