import Foundation
import TestSupport
import Testing

@Suite("purser serve: who may ask", .timeLimit(.minutes(15)))
struct ServeOptionTests {
    private func ask(
        _ port: Int,
        host: String,
        origin: String? = nil,
        path: String = "/v1/customers/anna"
    ) throws -> String {
        let socket = try RawSocket(port: port)
        let origin = origin.map { "Origin: \($0)\r\n" } ?? ""
        socket.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(origin)Connection: close\r\n\r\n")
        return socket.read()
    }

    @Test("Without a key it does not listen for other machines")
    func keyMissing() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Tool.run(
            "serve",
            "--bundle-id",
            "com.example.app",
            "--data",
            folder.url.path,
            "--port",
            "0",
            "--without-keys",
            "--host",
            "0.0.0.0"
        )
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("key-missing: other machines can reach 0.0.0.0"))
    }

    @Test("Whoever shows no key is refused before the body is there")
    func unauthorized() async throws {
        let folder = try TemporaryFolder()
        let key = try folder.file("key", content: Data("open sesame".utf8))
        let outcome = try await ServedProcess.run(.purchases, ["--api-key-file", key.path]) { server in
            let socket = try RawSocket(port: server.port)
            socket.send(
                "POST /v1/customers/anna/receipts HTTP/1.1\r\nHost: any.test\r\nContent-Length: 4000000\r\n\r\n{"
            )
            #expect(socket.read(until: "}}").hasPrefix("HTTP/1.1 401 "))
        }
        #expect(outcome.ending == .exited(0))
        #expect(!outcome.errors.contains("without an API key"))
    }

    @Test("Without a key it warns, and answers by its own names and to its own pages only")
    func ownNames() async throws {
        let options = ["--without-keys", "--allow-host", "shop.test"]
        let outcome = try await ServedProcess.run(.purchases, options) { server in
            #expect(try ask(server.port, host: "localhost").hasPrefix("HTTP/1.1 200 "))
            #expect(try ask(server.port, host: "shop.test:80").hasPrefix("HTTP/1.1 200 "))
            let foreign = try ask(server.port, host: "evil.example")
            #expect(foreign.hasPrefix("HTTP/1.1 403 "))
            #expect(foreign.contains("\"foreign-host\""))
            let page = try ask(server.port, host: "localhost", origin: "http://evil.example")
            #expect(page.hasPrefix("HTTP/1.1 403 "))
            #expect(page.contains("\"foreign-origin\""))
        }
        #expect(outcome.ending == .exited(0))
        #expect(outcome.errors.contains("without an API key every program on this machine may read and write"))
    }

    @Test("A store that other machines reach answers by addresses and by allowed names only")
    func storeNames() async throws {
        let options = ["--host", "0.0.0.0", "--allow-other-machines", "--allow-host", "store.test"]
        let outcome = try await ServedProcess.run(.store, options) { server in
            for (host, status) in [
                ("192.168.1.5:8081", 200), ("localhost", 200), ("store.test:8081", 200), ("evil.example", 403),
                ("store.test.evil.example", 403),
            ] {
                let answer = try ask(server.port, host: host, path: "/health")
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host)")
                #expect(answer.contains("\"foreign-host\"") == (status == 403), "\(host)")
            }
        }
        #expect(outcome.ending == .exited(0))
    }

    @Test("Limits that cannot work are refused", arguments: [["--max-connections", "0"], ["--shutdown-limit", "0"]])
    func limits(options: [String]) async throws {
        let outcome = try await Tool.run(["serve", "--bundle-id", "a.b", "--data", "/nowhere"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("\(options[0]) is"))
    }
}
