import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser notifications listen: who may send", .timeLimit(.minutes(15)))
struct NotificationListenerTests {
    /// What is answered to a notification that is none, as a page in a browser can send it without asking.
    private func post(_ port: Int, host: String, origin: String? = nil) throws -> String {
        let socket = try RawSocket(port: port)
        let origin = origin.map { "Origin: \($0)\r\n" } ?? ""
        socket.send(
            "POST /notifications HTTP/1.1\r\nHost: \(host)\r\n\(origin)Content-Type: text/plain\r\n"
                + "Content-Length: 2\r\nConnection: close\r\n\r\n{}"
        )
        return socket.read()
    }

    @Test("By its own names and those that are allowed; others are refused, and count for nothing")
    func names() async throws {
        let folder = try TemporaryFolder()
        let saved = folder.file("saved")
        let listen = [
            "notifications", "listen", "--port", "0", "--json", "--count", "4", "--save", saved.path, "--answer", "202",
            "--allow-host", "proxy.test",
        ]
        var received: [JSONObject] = []
        let outcome = try await Tool.command(listen).run(endedBy: SIGTERM) { lines in
            for await line in lines {
                let json = try #require(try JSONValue(parsing: line).object)
                guard let port = json[string: "url"].flatMap({ URL(string: $0)?.port }) else {
                    received.append(json)
                    continue
                }
                for host in ["evil.example", "evil.example:\(port)", "192.0.2.1:\(port)", "proxy.test.evil.example"] {
                    let answer = try post(port, host: host)
                    #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(host): \(answer)")
                    #expect(answer.contains("(--allow-host)"), "\(host): \(answer)")
                }
                for origin in ["https://evil.example", "http://localhost", "null"] {
                    let answer = try post(port, host: "127.0.0.1:\(port)", origin: origin)
                    #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(origin): \(answer)")
                }
                #expect(!FileManager.default.fileExists(atPath: saved.path))
                for host in ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "proxy.test"] {
                    #expect(try post(port, host: host).hasPrefix("HTTP/1.1 202 "), "\(host)")
                }
            }
        }
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(received.map { $0[string: "answer"] } == ["202", "202", "202", "202"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: saved.path).count == 4)
        #expect(outcome.errors.contains("a request was refused"))
    }

    @Test("Who asks for what is not there is told so")
    func otherRequests() async throws {
        let outcome = try await Tool.command(["notifications", "listen", "--port", "0", "--json"])
            .run(endedBy: SIGTERM) { lines in
                let line = try #require(await lines.first { _ in true })
                let url = try #require(try JSONValue(parsing: line).object?[string: "url"])
                let socket = try RawSocket(port: try #require(URL(string: url)?.port))
                socket.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                #expect(socket.read().hasPrefix("HTTP/1.1 404 "))
            }
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(!outcome.errors.contains("request failed"))
    }

    @Test("What is no name cannot be allowed", arguments: ["http://proxy.test", "proxy.test:80", "a/b", ""])
    func mistakes(name: String) async throws {
        let outcome = try await Tool.run("notifications", "listen", "--port", "0", "--allow-host", name)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--allow-host"), "\(outcome.errors)")
    }
}
