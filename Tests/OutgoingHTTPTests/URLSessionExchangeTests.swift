import AppStoreModels
import Foundation
import OutgoingURLSession
import SwiftyStoreKit
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Exchanges with a peer over URLSession")
struct URLSessionExchangeTests {
    private func answer(
        from url: URL,
        within seconds: TimeInterval = 60
    ) async throws -> URLSessionExchange.Answer {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data("hello".utf8)
        let exchange = URLSessionExchange()
        return try await withCheckedThrowingContinuation { continuation in
            exchange.send(request, within: seconds, upTo: 100) { continuation.resume(with: $0) }
        }
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

    /// Posts a receipt as an app does: with a session of the library's, or with one of its own.
    private func post(to url: URL, within seconds: TimeInterval = 60, own: Bool) async throws -> Data {
        let session = own ? URLSession(configuration: .ephemeral) : .shared
        defer { if own { session.finishTasksAndInvalidate() } }
        let transport = URLSessionReceiptTransport(session: session, timeoutSeconds: seconds)
        return try await withCheckedThrowingContinuation { continuation in
            transport.post(Data(), to: url) { continuation.resume(with: $0) }
        }
    }

    @Test("An app's question about a receipt has a deadline, in any session", arguments: [false, true])
    func receiptDeadline(own: Bool) async throws {
        try await withPeers { address, _ in
            for peer in ["silent", "half"] {
                let url = try address(peer).url
                let error = await #expect(throws: URLError.self) { try await post(to: url, within: 0.1, own: own) }
                #expect(error?.code == .timedOut)
            }
        }
    }

    @Test("An app's question about a receipt follows no redirect, in any session", arguments: [false, true])
    func receiptRedirect(own: Bool) async throws {
        try await withPeers { address, peers in
            let url = try address("redirect/307").url
            #expect(try await post(to: url, own: own) == Data())
            #expect(peers.requestCount == 1)
        }
    }

    @Test("An app's question goes nowhere where nothing can be sent", arguments: [false, true])
    func receiptAddress(own: Bool) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:99999/"))
        let error = await #expect(throws: URLError.self) { try await post(to: url, own: own) }
        #expect(error?.code == .badURL)
    }
}
