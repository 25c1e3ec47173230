import AppStoreModels
import Foundation
import OutgoingURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Exchanges with a peer over URLSession")
struct URLSessionTransportTests {
    private func answer(
        from url: URL,
        within seconds: TimeInterval = 60,
        of transport: URLSessionTransport = URLSessionTransport()
    ) async throws -> HTTPTransportResponse {
        let body = Data("hello".utf8)
        return try await transport.send(
            HTTPTransportRequest(url: url, body: body, timeout: seconds, maximumResponseLength: 100)
        )
    }

    @Test("The whole answer comes back")
    func whole() async throws {
        try await withPeers { address, _ in
            let answer = try await answer(from: try address("echo").url)
            #expect(answer.status == 202)
            #expect(String(decoding: answer.body, as: UTF8.self) == "POST hello")
        }
    }

    @Test("The deadline ends an exchange that hangs before the head or in the body", arguments: ["silent", "half"])
    func deadline(peer: String) async throws {
        try await withPeers { address, _ in
            let error = await #expect(throws: URLError.self) {
                try await answer(from: try address(peer).url, within: 0.1)
            }
            #expect(error?.code == .timedOut)
        }
    }

    @Test("An answer beyond the limit is not read to its end", arguments: ["long", "endless"])
    func tooLong(peer: String) async throws {
        try await withPeers { address, _ in
            let error = await #expect(throws: URLError.self) { try await answer(from: try address(peer).url) }
            #expect(error?.code == .dataLengthExceedsMaximum)
        }
    }

    @Test("A redirect is an answer", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        try await withPeers { address, peers in
            let url = try address("redirect/\(status)").url
            #expect(try await answer(from: url).status == status)
            #expect(peers.requestCount == 1)
        }
    }

    @Test(
        "An address that nothing can be sent to is an error that says why",
        arguments: ["http://127.0.0.1:99999/", "http://127.0.0.1:0/", "file:///x"]
    )
    func address(text: String) async throws {
        let url = try #require(URL(string: text))
        let error = await #expect(throws: URLError.self) { try await answer(from: url) }
        #expect(error?.code == .badURL)
        #expect(error?.localizedDescription.hasPrefix("nothing can be sent to this address: ") == true)
    }

    /// Posts in a session of the app's.
    private func post(to url: URL, within seconds: TimeInterval = 60) async throws -> HTTPTransportResponse {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        return try await answer(from: url, within: seconds, of: URLSessionTransport(session: session))
    }

    @Test("A cancelled task ends the exchange at once", arguments: ["silent", "half"])
    func cancellation(peer: String) async throws {
        try await withPeers { address, peers in
            let url = try address(peer).url
            let task = Task { try await answer(from: url) }
            await peers.arrival()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("A session of the app's has the same deadline")
    func ownDeadline() async throws {
        try await withPeers { address, _ in
            for peer in ["silent", "half"] {
                let url = try address(peer).url
                let error = await #expect(throws: URLError.self) { try await post(to: url, within: 0.1) }
                #expect(error?.code == .timedOut)
            }
        }
    }

    @Test("A session of the app's follows no redirect")
    func ownRedirect() async throws {
        try await withPeers { address, peers in
            let url = try address("redirect/307").url
            #expect(try await post(to: url).status == 307)
            #expect(peers.requestCount == 1)
        }
    }

    @Test("A session of the app's sends nothing where nothing can be sent")
    func ownAddress() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:99999/"))
        let error = await #expect(throws: URLError.self) { try await post(to: url) }
        #expect(error?.code == .badURL)
    }
}
