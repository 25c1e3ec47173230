import NIOCore

/// The last handler of a client: passes on what comes, piece by piece, until the connection ends.
final class PieceReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncStream<ByteBuffer>.Continuation

    private init(_ continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }

    /// The pieces, and what makes the handler of them: a handler belongs to the loop of its channel.
    static func make() -> (handler: @Sendable () -> PieceReader, pieces: AsyncStream<ByteBuffer>) {
        let (pieces, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        return ({ PieceReader(continuation) }, pieces)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(unwrapInboundIn(data)) }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
