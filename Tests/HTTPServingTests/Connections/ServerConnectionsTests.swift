import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing

@Suite("All connections together")
struct ServerConnectionsTests {
    private let channel = EmbeddedChannel()

    private func connections(
        descriptors: Int = 65_536,
        _ change: (inout ServerLimits) -> Void
    ) -> ServerConnections {
        var limits = ServerLimits()
        change(&limits)
        return ServerConnections(limits: limits, descriptors: descriptors)
    }

    @Test("As many are admitted as there may be, and a place that is left is free again")
    func admission() {
        let connections = connections { $0.connections = 2 }
        #expect((0..<3).map { _ in connections.enter(channel) } == [.admitted, .admitted, .refused(readsOut: true)])
        connections.leave(channel, .admitted)
        #expect(connections.enter(channel) == .admitted)
        #expect(connections.counters.open == 2)
        #expect(connections.counters.refused == 1)
    }

    @Test("Sixteen refusals are read out at once; others are short, so that they take no descriptors")
    func refusals() {
        let connections = connections { $0.connections = 1 }
        _ = connections.enter(channel)
        let refusals = (0..<17).map { _ in connections.enter(channel) }
        #expect(refusals.prefix(16).allSatisfy { $0 == .refused(readsOut: true) })
        #expect(refusals.last == .refused(readsOut: false))
        connections.leave(channel, .refused(readsOut: false))
        #expect(connections.enter(channel) == .refused(readsOut: false))
        connections.leave(channel, .refused(readsOut: true))
        #expect(connections.enter(channel) == .refused(readsOut: true))
        #expect(connections.counters.open == 1)
    }

    @Test(
        "Where there are few descriptors fewer refusals are read out",
        arguments: [(128, 4), (256, 8), (10, 1), (-1, 16)]
    )
    func fewRefusals(descriptors: Int, count: Int) {
        let connections = connections(descriptors: descriptors) { $0.connections = 1 }
        _ = connections.enter(channel)
        let refusals = (0...count).map { _ in connections.enter(channel) }
        #expect(refusals.filter { $0 == .refused(readsOut: true) }.count == count)
        #expect(refusals.last == .refused(readsOut: false))
    }

    @Test("Requests inside of connections have as many places as connections, and one that is left is free again")
    func streams() {
        let connections = connections { $0.connections = 2 }
        #expect((0..<3).map { _ in connections.beginStream() } == [true, true, false])
        connections.endStream()
        #expect(connections.beginStream())
        #expect(!connections.beginStream())
        #expect(connections.counters.refused == 2)
        #expect(connections.counters.open == 0, "they are no connections")
    }

    @Test("At the end all are closed, and one that comes at the last moment, too")
    func end() async throws {
        let connections = connections { _ in }
        let loop = NIOAsyncTestingEventLoop()
        let channels = [NIOAsyncTestingChannel(loop: loop), NIOAsyncTestingChannel(loop: loop)]
        for channel in channels { try await channel.connect(to: SocketAddress(unixDomainSocketPath: "socket")) }
        _ = connections.enter(channels[0])
        await connections.closeAll()
        #expect(!channels[0].isActive)
        _ = connections.enter(channels[1])
        try await channels[1].closeFuture.get()
        #expect(!channels[1].isActive)
    }

    @Test("Bodies get room while there is some, and what is given back is there again")
    func bytes() {
        let connections = connections { $0.bodyBytes = 100 }
        #expect(connections.reserve(60))
        #expect(!connections.reserve(41))
        #expect(connections.reserve(40))
        #expect(connections.counters.bodyBytes == 100)
        connections.release(60)
        #expect(connections.reserve(60))
    }

    @Test(
        "Few descriptors mean fewer connections, but always one",
        arguments: [(128, 64), (1_024, 764), (65_536, 1_024), (64, 14), (10, 1), (-1, 1_024)]
    )
    func descriptors(descriptors: Int, connections: Int) {
        let limit = DescriptorLimit.connections(wanted: 1_024, descriptors: descriptors, processors: 2)
        #expect(limit == connections)
    }

    @Test("Each processor has event loops and readers, which need descriptors, too")
    func processors() {
        #expect(DescriptorLimit.connections(wanted: 1_024, descriptors: 1_024, processors: 32) == 764 - 30 * 8)
    }

    @Test("A limit that cannot work is named")
    func mistakes() {
        #expect(ServerLimits().mistake == nil)
        var limits = ServerLimits()
        limits.bodyBytes = 0
        #expect(limits.mistake == "bodyBytes is 0; it must be at least 1")
        limits = ServerLimits()
        limits.idleSeconds = .nan
        #expect(limits.mistake == "idleSeconds is nan; it must be between 0.001 and 86400")
        limits.idleSeconds = .infinity
        #expect(limits.mistake == "idleSeconds is inf; it must be between 0.001 and 86400")
    }
}
