import Foundation
import HTTPTypes
import Hummingbird
import Locking
import Logging
import Testing

@testable import HTTPServing

@Suite("Answers before the application's", .timeLimit(.minutes(5)))
struct QuickAnswerTests {
    @Test("What can be answered at once is, on the same connection as what the application answers; bodies do not mix")
    func turns() async throws {
        let asked = Locked<[String]>([])
        let server = SampleServer().answeringAtOnce { request in
            asked.withLock { $0.append(request.uri.path) }
            guard request.uri.path == "/quick" else { return nil }
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "at once"))
            )
        }
        try await server.running { port in
            let connection = try await RawConnection.open(port)
            // A body that the quick answer has not read is not taken for the next request.
            try await connection.send("POST /quick HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nGET ")
            let first = await connection.answer(endingWith: "at once")
            #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n"))
            // Nothing is added to it but how long it is.
            #expect(first.lowercased().contains("\r\ncontent-length: 7\r\n"))
            #expect(!first.lowercased().contains("\r\ndate:"))
            try await connection.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\nGET /quick HTTP/1.1\r\nHost: a\r\n\r\n")
            let others = await connection.answer(endingWith: "at once").components(separatedBy: "HTTP/1.1 200 OK\r\n")
            #expect(others.map { $0.components(separatedBy: "\r\n\r\n").last } == ["", "hello", "at once"])
            #expect(others.map { $0.lowercased().contains("\r\ndate:") } == [false, true, false])
            try await connection.close()
        }
        #expect(asked.withLock { $0 } == ["/quick", "/hello", "/quick"])
    }
}
