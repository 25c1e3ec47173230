import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 on connections that are counted and watched.
struct LimitedHTTPChannel: ServerChildChannel {
    /// A connection that was accepted. It reads nothing yet, so it can be dropped at any time.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// Nil for a connection that was refused.
        let handlers: NIOLoopBound<Handlers>?
    }

    /// What is in the pipeline before the handlers of HTTP.
    struct Handlers {
        let early: EarlyInput
        let watch: ConnectionHandler
    }

    let connections: ServerConnections
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let admission = connections.enter(channel)
            channel.closeFuture.whenComplete { _ in connections.leave(channel, admission) }
            let pipeline = channel.pipeline.syncOperations
            guard admission == .admitted else {
                let readsOut = admission == .refused(readsOut: true)
                let linger = readsOut ? TimeAmount(seconds: connections.limits.lingerSeconds) : nil
                try pipeline.addHandler(RefusalHandler(linger: linger))
                return Value(channel: channel, handlers: nil)
            }
            let watch = ConnectionHandler(connections: connections, now: channel.eventLoop.now)
            let early = EarlyInput()
            try pipeline.addHandlers([early, watch])
            // Until `handle` is called nobody takes what is read, and `handle` is never called for a server that ends.
            try channel.syncOptions?.setOption(.autoRead, value: false)
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: ServerConnections.unsent)
            let handlers = Handlers(early: early, watch: watch)
            return Value(channel: channel, handlers: NIOLoopBound(handlers, eventLoop: channel.eventLoop))
        }
    }

    func handle(value: Value, logger: Logger) async {
        guard let handlers = value.handlers else { return }
        let channel = value.channel
        let http = HTTP1Channel(responder: responder, configuration: connections.http1)
        do {
            let connection = try await channel.eventLoop.flatSubmit {
                Self.setUp(http, handlers.value.watch, on: channel, logger: logger).map { connection in
                    handlers.value.early.release()
                    channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
                    return connection
                }
            }.get()
            await ConnectionLoop.run(on: channel.eventLoop) { await http.handle(value: connection, logger: logger) }
        } catch {
            // It was closed meanwhile.
            channel.close(promise: nil)
        }
    }

    /// HTTP/1.1 behind a watch that is in the pipeline already; on the channel's event loop.
    static func setUp(
        _ http: HTTP1Channel,
        _ watch: ConnectionHandler,
        on channel: any Channel,
        logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        let watch = NIOLoopBound(watch, eventLoop: channel.eventLoop)
        return http.setup(channel: channel, logger: logger).map { connection in
            addRequestHandler(watch.value, to: channel)
            return connection
        }
    }

    /// Next to the decoder, where the parts of requests and answers are whole.
    private static func addRequestHandler(_ watch: ConnectionHandler, to channel: any Channel) {
        let pipeline = channel.pipeline.syncOperations
        do {
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestHandler(watch), position: .after(decoder))
        } catch {
            channel.close(promise: nil)
        }
    }
}

extension ServerConnections {
    /// How much of answers a connection holds before who writes the next piece waits. Half of what is usual: there may be a
    /// thousand connections, none of which reads.
    static let unsent = ChannelOptions.Types.WriteBufferWaterMark(low: 16 * 1024, high: 32 * 1024)

    /// How HTTP/1.1 is read.
    var http1: HTTP1Channel.Configuration {
        let bytes = limits.headBytes
        return HTTP1Channel.Configuration(
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: bytes,
                maxHeaderListSize: bytes,
                maxHeaderFieldCount: 128
            )
        )
    }
}
