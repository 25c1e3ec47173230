import AppStoreModels
import Foundation
import OutgoingHTTP
import Testing

@Suite("Exchanges with a peer")
struct AsyncHTTPClientTransportTests {
    private func request(_ address: HTTPAddress, timeout: TimeInterval = 60) -> HTTPTransportRequest {
        HTTPTransportRequest(url: address.url, body: Data("hello".utf8), timeout: timeout, maximumResponseLength: 100)
    }

    @Test("The whole answer comes back: status, header, body")
    func answer() async throws {
        try await withPeers { address, _ in
            let answer = try await AsyncHTTPClientTransport().send(request(try address("echo")))
            #expect(answer.status == 202)
            #expect(answer.retryAfter == 7)
            #expect(String(decoding: answer.body, as: UTF8.self) == "POST hello")
        }
    }

    @Test("A deadline beyond all durations is one like another", arguments: [Double.infinity, 1e300])
    func hugeTimeout(seconds: Double) async throws {
        try await withPeers { address, _ in
            let answer = try await AsyncHTTPClientTransport().send(request(try address("echo"), timeout: seconds))
            #expect(answer.status == 202)
        }
    }

    @Test("The deadline ends an exchange that hangs before the head or in the body", arguments: ["silent", "half"])
    func deadline(peer: String) async throws {
        try await withPeers { address, _ in
            let place = try address(peer)
            let error = await #expect(throws: HTTPTransportError.self) {
                try await AsyncHTTPClientTransport().send(request(place, timeout: 0.05))
            }
            #expect(error?.code == .timedOut)
            #expect(error?.reason == "\(place.origin) gave no whole answer within 0.05 seconds")
        }
    }

    @Test("A peer that goes on sending bytes gains no time by it")
    func drips() async throws {
        try await withPeers { address, peers in
            // Time passes with the bytes: the deadline comes when the tenth has been sent.
            let clock = ArrivalClock(peers.drops(10))
            let error = await #expect(throws: HTTPTransportError.self) {
                try await AsyncHTTPClientTransport(clock: clock).send(request(try address("drip")))
            }
            #expect(error?.code == .timedOut)
        }
    }

    @Test("A cancelled task ends the exchange at once", arguments: ["silent", "half"])
    func cancellation(peer: String) async throws {
        try await withPeers { address, peers in
            let place = try address(peer)
            let task = Task { try await AsyncHTTPClientTransport().send(request(place)) }
            await peers.arrival()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("An answer beyond the limit is not read to its end", arguments: ["long", "endless"])
    func tooLong(peer: String) async throws {
        try await withPeers { address, _ in
            let error = await #expect(throws: HTTPTransportError.self) {
                try await AsyncHTTPClientTransport().send(request(try address(peer)))
            }
            #expect(error?.code == .responseTooLong)
            #expect(error?.reason == "the answer has more than 100 bytes")
        }
    }

    @Test("A request goes to the address that it names, and says the host's name all the same")
    func connectAddress() async throws {
        try await withPeers { address, _ in
            let place = try address("host").url
            let port = try #require(place.port)
            var request = request(try HTTPAddress("http://shop.invalid:\(port)/host"))
            request.connectAddress = "127.0.0.1"
            let answer = try await AsyncHTTPClientTransport().send(request)
            #expect(String(decoding: answer.body, as: UTF8.self) == "shop.invalid:\(port)")
        }
    }

    @Test("A redirect is an answer, also one to where nothing can connect", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        try await withPeers { address, peers in
            let answer = try await AsyncHTTPClientTransport().send(request(try address("redirect/\(status)")))
            #expect(answer.status == status)
            #expect(peers.requestCount == 1)
        }
    }

    @Test("That nobody listens is told apart, and tells no path")
    func nobody() async throws {
        // Port 1 is reserved and nobody listens there.
        let error = await #expect(throws: HTTPTransportError.self) {
            try await AsyncHTTPClientTransport().send(request(try HTTPAddress("http://127.0.0.1:1/hush?hush")))
        }
        #expect(error?.code == .noReceiver)
        #expect(error.map { "\($0)" }?.contains("hush") == false)
    }
}
