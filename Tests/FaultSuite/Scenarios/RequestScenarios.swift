import AppStoreModels
import Foundation

/// Requests that are half, wrong, huge, or nonsense.
extension Scenario {
    static let requests: [Scenario] = [
        Scenario("request.nonsense-store", "malformed requests to the store", .halfRequest, isShort: true) { stage in
            try await Server.run(.store(try stage.storeFolder()), on: stage) { server in
                try await nonsense(
                    stage,
                    server,
                    targets: ["/control/purchases", "/device/purchases", "/production/verifyReceipt"]
                )
            }
        },
        Scenario("request.nonsense-server", "malformed requests to the purchase server", .halfRequest, isShort: true) {
            try await withPurchaseServer($0) { stage, server in
                let targets = ["/v1/customers/rose/receipts", "/apple/notifications"]
                return try await nonsense(stage, server, targets: targets)
            }
        },
        Scenario(
            "request.half-bodies",
            "half heads and bodies end by themselves",
            .halfRequest,
            deadline: .seconds(150)
        ) {
            try await halvesEnd($0)
        },
        Scenario("request.huge", "huge heads and bodies are refused soon", .halfRequest, isShort: true, play: huge),
        Scenario("request.names", "customers and hosts that are no names", .foreignCaller, isShort: true, play: names),
        Scenario("request.no-key", "a purchase server without a key", .foreignCaller, isShort: true, play: withoutKey),
    ]

    /// A purchase server behind which a good App Store stands.
    static func withPurchaseServer<Value: Sendable>(
        _ stage: Stage,
        folder: String = "data",
        _ body: @Sendable (Stage, Server) async throws -> Value
    ) async throws -> Value {
        try await Peer.run(.sends(HTTPText.answer("200 OK", body: stage.template.verification))) { _, url in
            let launch = Launch.purchases(stage.file(folder), store: url, stage.template)
            return try await Server.run(launch, on: stage) { try await body(stage, $0) }
        }
    }

    // MARK: Nonsense

    /// Bytes that no client should send; the server answers 4xx or closes, and lives.
    private static func malformed(_ target: String) -> [(name: String, bytes: String)] {
        let head = "POST \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        return [
            ("no HTTP", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n"), ("an empty line", "\r\n\r\n\r\n"),
            ("HTTP/9.9", "POST \(target) HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n"),
            ("no host", "POST \(target) HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"),
            ("two hosts", head + "Host: example.com\r\nContent-Length: 2\r\n\r\n{}"),
            ("two lengths", head + "Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}"),
            ("a negative length", head + "Content-Length: -2\r\n\r\n{}"),
            ("a length beyond Int64", head + "Content-Length: 99999999999999999999\r\n\r\n{}"),
            ("length and chunks", head + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            ("chunks that are none", head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"),
            ("a chunk beyond Int64", head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n"),
            ("a negative chunk", head + "Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n"),
            ("chunked chunked", head + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
            ("a bare line feed", "POST \(target) HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 2\n\n{}"),
            ("a NUL in a header", head + "X: a\u{0}b\r\nContent-Length: 2\r\n\r\n{}"),
            ("a space before the colon", head + "Content-Length : 2\r\n\r\n{}"),
            ("an unknown method", "BREW \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
            ("CONNECT", "CONNECT 127.0.0.1:99999 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
            ("an absolute target", "POST http://127.0.0.1:99999\(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
            ("a target that is no path", "POST %zz%ff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
            ("an upgrade", head + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\n{}"),
            ("HTTP/2 by knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
            ("an unknown expectation", head + "Expect: cake\r\nContent-Length: 2\r\n\r\n{}"),
            ("a request behind a bad one", head + "Content-Length: 1\r\n\r\n{POST \(target) HTTP/1.1\r\n\r\n"),
        ]
    }

    private static func nonsense(_ stage: Stage, _ server: Server, targets: [String]) async throws -> String {
        for target in targets {
            for (name, bytes) in malformed(target) {
                let connection = try await Connection.open(server.port)
                connection.push(Array(bytes.utf8))
                let again = HTTPText.request("GET", "/health", headers: ["Connection: close"])
                let answer = await soon { await connection.answer() }
                if let status = answer??.status {
                    // As with Apple, what verifyReceipt thinks of a request stands in the body.
                    let isRefused = (400..<500).contains(status) || [501, 505].contains(status)
                    try hold(isRefused || target.hasSuffix("verifyReceipt") && status == 200, "\(name): \(status)")
                }
                connection.push(again)
                connection.abort()
                stage.tried("malformed requests")
            }
            try await expects(stage, server, target)
            try await pipelines(stage, server, target)
            try await server.isWell("after nonsense")
        }
        let memory = try server.process.peakMemory()
        try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
        return "each refused or closed; \(memory >> 20) MB"
    }

    /// What comes within a short time; a server may also wait for more bytes, until its own deadline.
    private static func soon<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value? {
        try? await Patience.$factor.withValue(1) { try await within(.milliseconds(500), "an answer", body) }
    }

    private static func expects(_ stage: Stage, _ server: Server, _ target: String) async throws {
        let connection = try await Connection.open(server.port)
        let headers = ["Expect: 100-continue", "Content-Length: 2", "Connection: close"]
        connection.push(HTTPText.head("POST", target, headers: headers))
        let first = try await within(Promise.answer, "an answer to Expect: 100-continue") { () -> Int? in
            // Some servers say nothing before the body; a client sends it after a while.
            let continued = await soon { await connection.answer()?.status }
            connection.push(Array("{}".utf8))
            if let status = continued ?? nil, status >= 200 { return status }
            return await connection.answer()?.status
        }
        try hold(first.map { $0 >= 200 } ?? true, "Expect: 100-continue was answered \(first ?? 0)")
        stage.tried("expectations")
    }

    private static func pipelines(_ stage: Stage, _ server: Server, _ target: String) async throws {
        let one = HTTPText.request("POST", target, body: Array("nonsense".utf8))
        // A client may send a few requests ahead; each is answered. Who sends many is dropped, or waits.
        for (count, least) in [(32, 32), (stage.times(5_000, short: 500), 0)] {
            let connection = try await Connection.open(server.port)
            connection.push(Array((0..<count).map { _ in one }.joined()))
            let answered = try await within(.seconds(60), "answering \(count) requests in one piece") {
                var answered = 0
                while answered < count, await connection.answer() != nil { answered += 1 }
                return answered
            }
            try hold(answered >= least, "of \(count) requests in one piece \(answered) were answered")
            stage.tried("requests in one piece", count)
        }
    }

    // MARK: Half

    private static func halvesEnd(_ stage: Stage) async throws -> String {
        let target = "/v1/customers/rose/receipts"
        return try await withPurchaseServer(stage) { stage, server in
            let halves: [(String, [UInt8])] = [
                ("half a head", Array("POST \(target) HTTP/1.1\r\nHost: 127".utf8)),
                ("half a body", HTTPText.head("POST", target, headers: ["Content-Length: 1000"]) + Array("{".utf8)),
                (
                    "half a chunk",
                    HTTPText.head("POST", target, headers: ["Transfer-Encoding: chunked"])
                        + Array("10\r\n{".utf8)
                ),
                ("nothing", []),
                ("an answered request", HTTPText.request("GET", "/health")),
            ]
            let began = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for (name, bytes) in halves {
                    tasks.addTask {
                        let connection = try await Connection.open(server.port)
                        connection.push(bytes)
                        try await within(.seconds(100), "closing a connection with \(name)") {
                            await connection.closed()
                        }
                    }
                    stage.tried("halves")
                }
                tasks.addTask {
                    let connection = try await Connection.open(server.port)
                    let head = HTTPText.head("POST", target, headers: ["Content-Length: 100000"])
                    try await within(.seconds(100), "closing a connection that drips") {
                        await connection.drip(head + [UInt8](repeating: 0x20, count: 10_000), every: .milliseconds(400))
                    }
                }
                stage.tried("drips")
                try await tasks.waitForAll()
            }
            try await server.isWell("after half requests")
            return "all closed by the server after at most \((ContinuousClock.now - began).text)"
        }
    }

    // MARK: Huge

    private static func huge(_ stage: Stage) async throws -> String {
        let long = String(repeating: "x", count: 1 << 20)
        return try await withPurchaseServer(stage) { stage, server in
            let target = "/v1/customers/rose/receipts"
            let heads: [(String, [UInt8])] = [
                ("a header of 1 MB", HTTPText.head("GET", "/health", headers: ["X-Long: \(long)"])),
                ("a target of 1 MB", HTTPText.head("GET", "/v1/customers/\(long)")),
                ("100,000 headers", HTTPText.head("GET", "/health", headers: (0..<100_000).map { "X-\($0): 1" })),
                ("a declared body of 1 TB", HTTPText.head("POST", target, headers: ["Content-Length: 1000000000000"])),
            ]
            for (name, bytes) in heads {
                let connection = try await Connection.open(server.port)
                connection.push(bytes)
                let answer = try await within(Promise.answer, "refusing \(name)") { await connection.answer() }
                if let answer { try hold((400..<500).contains(answer.status), "\(name) was answered \(answer.line)") }
                stage.tried("huge heads")
            }
            let connection = try await Connection.open(server.port)
            connection.push(HTTPText.head("POST", target, headers: ["Transfer-Encoding: chunked"]))
            let piece = Array("100000\r\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 20) + Array("\r\n".utf8)
            for _ in 0..<32 { connection.push(piece) }
            let answer = try await within(.seconds(30), "refusing a body without end") { await connection.answer() }
            if let answer { try hold((400..<500).contains(answer.status), "it was answered \(answer.line)") }
            stage.tried("body without end")
            try await server.isWell("after huge requests")
            let memory = try server.process.peakMemory()
            try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
            return "refused, \(memory >> 20) MB"
        }
    }

    // MARK: Names

    private static func names(_ stage: Stage) async throws -> String {
        try await withPurchaseServer(stage) { stage, server in
            for customer in [
                "%ff", "%c0%af", "%00", "a%0ab", "%ed%a0%80", String(repeating: "a", count: 257), "%25ff%ff",
            ] {
                let answer = try await server.ask("GET", "/v1/customers/\(customer)")
                try hold((400..<500).contains(answer.status), "the customer \(customer) was answered \(answer.line)")
                stage.tried("customers")
            }
            let percent = try await server.ask("GET", "/v1/customers/%25ff", expecting: 200)
            try hold(percent[string: "customer"] == "%ff", "%25ff is \(percent[string: "customer"] ?? "nobody")")
            for line in ["Origin: http://evil.example", "Origin: null"] {
                let answer = try await server.ask("GET", "/v1/customers/rose", headers: [line])
                try hold((400..<500).contains(answer.status), "\(line) was answered \(answer.line)")
                stage.tried("origins")
            }
            for host in ["evil.example", "evil.example:\(server.port)", "127.0.0.1.evil.example"] {
                let connection = try await Connection.open(server.port)
                connection.push(HTTPText.request("GET", "/v1/customers/rose", host: host))
                let answer = try await within(Promise.answer, "an answer for \(host)") { await connection.answer() }
                try hold(answer.map { (400..<500).contains($0.status) } ?? true, "\(host): \(answer?.line ?? "")")
                stage.tried("hosts")
            }
            return "foreign names refused"
        }
    }

    private static func withoutKey(_ stage: Stage) async throws -> String {
        let launch = Launch.purchases(
            stage.file("data"),
            store: "http://127.0.0.1:9/",
            stage.template,
            ["--host", "0.0.0.0"]
        )
        let words = try await Server.refusal(launch, on: stage, "serving everybody without a key")
        stage.tried("start without a key")
        let key = stage.file("key")
        try Data("rose-and-lily-and-fern-and-moss-0123456789".utf8).write(to: key)
        var withKey = launch
        withKey.arguments.removeAll { $0 == "--without-keys" }
        withKey.arguments += ["--api-key-file", key.path]
        try await Server.run(withKey, on: stage) { server in
            let answer = try await server.ask("GET", "/v1/customers/rose")
            try hold(answer.status == 401, "without the key a customer was answered \(answer.line)")
            stage.tried("request without the key")
        }
        return words
    }
}
