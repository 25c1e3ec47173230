import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// TLS on connections that are counted and watched, with HTTP/2 or HTTP/1.1 inside as the client chooses (ALPN).
struct LimitedTLSChannel: ServerChildChannel {
    /// A connection that was accepted. It reads nothing yet, so it can be dropped at any time.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        /// Nil for a connection that was refused.
        let early: NIOLoopBound<EarlyInput>?
    }

    /// What a client and the server agreed on.
    private enum Connection: Sendable {
        case http1(HTTP1Channel, HTTP1Channel.Value)
        case http2(HTTP2Channel, HTTP2Channel.Value)
    }

    let connections: ServerConnections
    let context: NIOSSLContext
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let admission = connections.enter(channel)
            channel.closeFuture.whenComplete { _ in connections.leave(channel, admission) }
            guard admission == .admitted else {
                try channel.pipeline.syncOperations.addHandler(RefusalHandler(linger: nil, answer: nil))
                return Value(channel: channel, early: nil)
            }
            let early = EarlyInput()
            try channel.pipeline.syncOperations.addHandlers([early, HandshakeHandler(connections: connections)])
            // Until `handle` is called nobody takes what is read, and `handle` is never called for a server that ends.
            try channel.syncOptions?.setOption(.autoRead, value: false)
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: ServerConnections.unsent)
            return Value(channel: channel, early: NIOLoopBound(early, eventLoop: channel.eventLoop))
        }
    }

    func handle(value: Value, logger: Logger) async {
        guard let early = value.early else { return }
        let channel = value.channel
        do {
            let connection = try await connection(on: channel, early, logger).get()
            await ConnectionLoop.run(on: channel.eventLoop) {
                switch connection {
                case .http1(let http, let value): await http.handle(value: value, logger: logger)
                case .http2(let http, let value): await http.handle(value: value, logger: logger)
                }
            }
        } catch {
            // They could not agree, or it was closed meanwhile.
            logger.debug("no TLS connection", metadata: ["error": "\(error)"])
            channel.close(promise: nil)
        }
    }

    /// Shakes hands.
    private func connection(
        on channel: any Channel,
        _ early: NIOLoopBound<EarlyInput>,
        _ logger: Logger
    ) -> EventLoopFuture<Connection> {
        channel.eventLoop.flatSubmit {
            let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Connection> { result, channel in
                if case .negotiated("h2") = result { return setUpHTTP2(on: channel, logger) }
                return setUpHTTP1(on: channel, logger)
            }
            do {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(NIOSSLServerHandler(context: context), position: .after(early.value))
                try pipeline.addHandler(negotiation)
                early.value.release()
            } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
            channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
            return negotiation.protocolNegotiationResult
        }
    }

    private func setUpHTTP1(on channel: any Channel, _ logger: Logger) -> EventLoopFuture<Connection> {
        let http = HTTP1Channel(responder: responder, configuration: connections.http1)
        let watch = ConnectionHandler(connections: connections, now: channel.eventLoop.now)
        do {
            try channel.pipeline.syncOperations.addHandler(watch)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return LimitedHTTPChannel.setUp(http, watch, on: channel, logger: logger).map { .http1(http, $0) }
    }

    private func setUpHTTP2(on channel: any Channel, _ logger: Logger) -> EventLoopFuture<Connection> {
        let watch = HTTP2ConnectionHandler(connections: connections, now: channel.eventLoop.now)
        let streams = NIOLoopBound(watch, eventLoop: channel.eventLoop)
        let http = HTTP2Channel(
            responder: responder,
            configuration: HTTP2ChannelConfiguration(
                idleTimeout: .seconds(connections.limits.idleSeconds),
                gracefulCloseTimeout: .seconds(connections.limits.shutdownSeconds),
                streamConfiguration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [HTTP2StreamHandler(connection: streams.value)]
                )
            )
        )
        do {
            try channel.pipeline.syncOperations.addHandler(watch)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return http.setup(channel: channel, logger: logger).map { .http2(http, $0) }
    }
}
