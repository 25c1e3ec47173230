import NIOCore
import TestSupport
import Testing

@testable import HTTPServing

@Suite("The end of a server", .timeLimit(.minutes(15)))
struct ShutdownTests {
    @Test(
        "It comes, whatever a client does",
        arguments: [
            "", "GET /hello HT", "POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf",
            "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n", "GET /forever HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n", "GET /big HTTP/1.1\r\nHost: a\r\n\r\n",
        ],
        [true, false]
    )
    func shutdown(sent: String, isDeaf: Bool) async throws {
        let server = SampleServer { $0.lingerSeconds = 0.2 }
        try await server.running { port in
            let connection = try await RawConnection.open(port, isDeaf: isDeaf)
            try await connection.send(sent)
            await eventually { server.connections.counters.open > 0 }
        }
        #expect(server.connections.counters.open == 0)
    }

    @Test("It comes by cancellation, too, while clients connect", arguments: 0..<10)
    func cancellation(turn: Int) async throws {
        let server = SampleServer()
        await withTaskGroup(of: Void.self) { group in
            let run = Task { try? await server.run() }
            if let port = try? await server.port {
                for _ in 0..<20 {
                    group.addTask {
                        guard let connection = try? await RawConnection.open(port) else { return }
                        try? await connection.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                        _ = await connection.answer(endingWith: "hello")
                        try? await connection.close()
                    }
                }
                await group.next()
            }
            run.cancel()
            await run.value
        }
    }
}
