import Foundation
import Testing

@testable import PurchaseServerClient

@Suite("Answers to who listens")
struct AccessBroadcastTests {
    private static func access(_ customer: String) -> CustomerAccess {
        CustomerAccess(customer: customer, source: .device, date: Date(timeIntervalSince1970: 0))
    }

    @Test("Who begins to listen while something new is told does not keep the old")
    func race() async {
        for _ in 0..<1_000 {
            let broadcast = AccessBroadcast()
            broadcast.send(Self.access("old"))
            async let stream = Self.listen(to: broadcast)
            broadcast.send(Self.access("new"))
            var heard = await stream.makeAsyncIterator()
            #expect(await heard.next()?.customer == "new")
        }
    }

    private static func listen(to broadcast: AccessBroadcast) async -> AsyncStream<CustomerAccess> {
        broadcast.stream()
    }

    @Test("What says no more than before is told to nobody, and a stream ends with its sender")
    func ends() async {
        var broadcast: AccessBroadcast? = AccessBroadcast()
        var heard = broadcast?.stream().makeAsyncIterator()
        broadcast?.send(Self.access("alice"))
        #expect(await heard?.next()?.customer == "alice")
        var later = Self.access("alice")
        later.date += 60
        broadcast?.send(later)
        broadcast = nil
        #expect(await heard?.next() == nil)
    }
}
