import AppStoreModels
import Foundation
import NIOCore
import NIOHTTP1
import OutgoingHTTP
import Testing

@Suite("Exchanges with a peer")
struct HTTPExchangeTests {
    private func request(_ address: HTTPAddress, deadline: Duration = .seconds(60)) -> HTTPExchange.Request {
        HTTPExchange.Request(.POST, address, body: ByteBuffer(string: "hello"), deadline: deadline, maximumAnswer: 100)
    }

    @Test("The whole answer comes back: status, header, body")
    func answer() async throws {
        try await withPeers { address, _ in
            let answer = try await HTTPExchange().answer(to: request(try address("echo")))
            #expect(answer.status == 202)
            #expect(answer.headers.first(name: "Retry-After") == "7")
            #expect(String(buffer: answer.body) == "POST hello")
        }
    }

    @Test("The deadline ends an exchange that hangs before the head or in the body", arguments: ["silent", "half"])
    func deadline(peer: String) async throws {
        try await withPeers { address, _ in
            let place = try address(peer)
            let error = await #expect(throws: HTTPExchangeError.self) {
                try await HTTPExchange().answer(to: request(place, deadline: .milliseconds(50)))
            }
            #expect(error?.code == .deadline)
            #expect(error?.reason == "\(place.origin) gave no whole answer within 0.05 seconds")
        }
    }

    @Test("A peer that goes on sending bytes gains no time by it")
    func drips() async throws {
        try await withPeers { address, peers in
            // Time passes with the bytes: the deadline comes when the tenth has been sent.
            let clock = ArrivalClock(peers.drops(10))
            let error = await #expect(throws: HTTPExchangeError.self) {
                try await HTTPExchange(clock: clock).answer(to: request(try address("drip")))
            }
            #expect(error?.code == .deadline)
        }
    }

    @Test("A cancelled task ends the exchange at once", arguments: ["silent", "half"])
    func cancellation(peer: String) async throws {
        try await withPeers { address, peers in
            let place = try address(peer)
            let task = Task { try await HTTPExchange().answer(to: request(place)) }
            await peers.arrival()
            task.cancel()
            let error = await #expect(throws: HTTPExchangeError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test("An answer beyond the limit is not read to its end", arguments: ["long", "endless"])
    func tooLong(peer: String) async throws {
        try await withPeers { address, _ in
            let error = await #expect(throws: HTTPExchangeError.self) {
                try await HTTPExchange().answer(to: request(try address(peer)))
            }
            #expect(error?.code == .answerTooLong)
            #expect(error?.reason == "the answer has more than 100 bytes")
        }
    }

    @Test("A redirect is an answer, also one to where nothing can connect", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        try await withPeers { address, peers in
            let answer = try await HTTPExchange().answer(to: request(try address("redirect/\(status)")))
            #expect(answer.status == status)
            #expect(answer.headers.first(name: "Location") == "http://127.0.0.1:99999/")
            #expect(peers.requestCount == 1)
        }
    }

    @Test("That nobody listens is told apart, and tells no path")
    func nobody() async throws {
        // Port 1 is reserved and nobody listens there.
        let error = await #expect(throws: HTTPExchangeError.self) {
            try await HTTPExchange().answer(to: request(try HTTPAddress("http://127.0.0.1:1/hush?hush")))
        }
        #expect(error?.code == .noReceiver)
        #expect(error.map { "\($0)" }?.contains("hush") == false)
    }
}
