import NIOCore
import NIOHTTP1
import Testing

@testable import OutgoingHTTP

@Suite("A kept connection that ends when the next request is written")
struct EndedConnectionTests {
    private func count(_ method: HTTPMethod, failures: [any Error]) async -> (asked: Int, isAnswered: Bool) {
        var asked = 0
        var failures = failures
        do {
            _ = try await AsyncHTTPClientTransport.againOnEndedConnection(method) {
                asked += 1
                if !failures.isEmpty { throw failures.removeFirst() }
            }
            return (asked, true)
        } catch {
            return (asked, false)
        }
    }

    @Test("What only asks is asked once more, and no more than that")
    func asking() async {
        for method in [HTTPMethod.GET, .HEAD] {
            #expect(await count(method, failures: [ChannelError.ioOnClosedChannel]) == (2, true))
        }
        let ended = [ChannelError.ioOnClosedChannel, ChannelError.ioOnClosedChannel]
        #expect(await count(.GET, failures: ended) == (2, false))
    }

    @Test("What changes something is not, and no other failure is a reason", arguments: [HTTPMethod.POST, .PUT])
    func changing(method: HTTPMethod) async {
        #expect(await count(method, failures: [ChannelError.ioOnClosedChannel]) == (1, false))
        #expect(await count(.GET, failures: [ChannelError.alreadyClosed]) == (1, false))
    }
}
