import Testing

@testable import HTTPServing
@testable import OutgoingHTTP

@Suite("A process's own connections")
struct ConnectionShareTests {
    @Test(
        "Few descriptors mean fewer connections, but always two",
        arguments: [(128, 4, 8), (1_024, 32, 64), (65_536, 64, 256), (10, 2, 2), (-1, 64, 256)]
    )
    func share(descriptors: Int, toEach: Int, single: Int) {
        #expect(ConnectionShare.toEachServer(descriptors: descriptors) == toEach)
        #expect(ConnectionShare.ofSingleExchanges(descriptors: descriptors) == single)
    }

    @Test(
        "With those from outside, refusals, databases and event loops there are no more than there may be",
        arguments: [128, 200, 256, 512, 1_000, 1_024, 4_096, 65_536],
        [1, 2, 8]
    )
    func sum(descriptors: Int, processors: Int) {
        let outside = DescriptorLimit.connections(
            wanted: 100_000,
            descriptors: descriptors,
            processors: processors
        )
        let refusals = DescriptorLimit.refusals(descriptors: descriptors)
        // Production and sandbox, of two interfaces each.
        let own =
            4 * ConnectionShare.toEachServer(descriptors: descriptors)
            + ConnectionShare.ofSingleExchanges(descriptors: descriptors)
        #expect(outside + refusals + own + 20 + 8 * processors <= descriptors)
    }
}
