import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing

@Suite("What comes before there are handlers")
struct EarlyInputTests {
    /// Writes down what it is handed.
    private final class Notes: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        var all: [String] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            all.append(String(buffer: unwrapInboundIn(data)))
        }

        func channelReadComplete(context: ChannelHandlerContext) { all.append("complete") }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { all.append("\(event)") }
    }

    private let early = EarlyInput()
    private let notes = Notes()

    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([early, notes])
        return channel
    }

    @Test("Bytes and their end are handed on in order, once, and what follows goes through")
    func order() throws {
        let channel = try channel()
        channel.pipeline.fireChannelRead(ByteBuffer(string: "a"))
        channel.pipeline.fireChannelRead(ByteBuffer(string: "b"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(notes.all == [])
        early.release()
        #expect(notes.all == ["a", "b", "complete", "inputClosed"])
        early.release()
        channel.pipeline.fireChannelRead(ByteBuffer(string: "c"))
        #expect(notes.all == ["a", "b", "complete", "inputClosed", "c"])
    }

    @Test("Where nothing came nothing is handed on; a server that ends is heard at once")
    func nothing() throws {
        let channel = try channel()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(notes.all == ["ChannelShouldQuiesceEvent()"])
        early.release()
        #expect(notes.all == ["ChannelShouldQuiesceEvent()"])
    }
}
