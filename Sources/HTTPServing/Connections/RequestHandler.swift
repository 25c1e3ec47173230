import NIOCore
import NIOHTTP1

/// Tells a connection's watch what its bytes mean, between HTTP's codec and the server.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: ConnectionHandler

    init(_ connection: ConnectionHandler) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard connection.headArrived(method: head.method.rawValue, path: Self.path(of: head.uri)) else { return }
        case .body(let bytes):
            guard connection.bodyArrived(bytes.readableBytes) else { return }
        case .end:
            connection.endArrived()
        }
        context.fireChannelRead(data)
    }

    /// By octets: to tell where one letter ends and the next begins takes longer than all else here.
    private static func path(of address: String) -> String {
        let mark = UInt8(ascii: "?")
        guard address.utf8.withContiguousStorageIfAvailable({ $0.contains(mark) }) != false else { return address }
        return String(Substring(address.utf8.prefix { $0 != mark }))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { connection.answered() }
        context.write(data, promise: promise)
    }

    // A body whose sender goes away is cut off; without an error it would look whole.

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if connection.state.phase == .body, error is IOError || error as? HTTPParserError == .invalidEOFState {
            context.fireErrorCaught(RequestRefusal.bodyCutOff)
        } else {
            context.fireErrorCaught(error)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if connection.state.phase == .body { context.fireErrorCaught(RequestRefusal.bodyCutOff) }
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event, connection.state.phase == .body {
            context.fireErrorCaught(RequestRefusal.bodyCutOff)
        }
        context.fireUserInboundEventTriggered(event)
    }
}
