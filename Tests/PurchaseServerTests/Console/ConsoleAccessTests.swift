import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import Testing

@testable import PurchaseServer

@Suite("The door of the console")
struct ConsoleAccessTests {
    @Test("There is no console unless somebody switches it on", arguments: ["/console", "/console/session"])
    func off(path: String) async throws {
        try await World().test { client, _ in
            let answer = try await client.get(path)
            #expect(answer.errorCode == "not-found")
        }
    }

    @Test(
        "A secret that can be guessed, two that are one, and sessions that do not end are refused",
        arguments: [
            (ConsoleAccess(adminSecret: "fifteen bytes.."), "at least 16 bytes"),
            (ConsoleAccess(adminSecret: ConsoleVisit.admin, readerSecret: "short"), "at least 16 bytes"),
            (ConsoleAccess(adminSecret: ConsoleVisit.admin, readerSecret: ConsoleVisit.admin), "the same"),
            (endless, "60 seconds to 30 days"),
        ]
    )
    func mistakes(access: ConsoleAccess, words: String) throws {
        var world = try World()
        world.configuration.console = access
        let error = #expect(throws: PurchaseServerError.self) { _ = try world.server() }
        #expect(error?.reason.contains(words) == true)
        #expect(!"\(access)".contains(ConsoleVisit.admin))
    }

    private static var endless: ConsoleAccess {
        var access = ConsoleAccess(adminSecret: ConsoleVisit.admin)
        access.sessionLifetime = .infinity
        return access
    }

    @Test("Who knows a secret is let in, told the role, and gets a cookie that no script and no other site has")
    func logIn() async throws {
        try await ConsoleVisit.world().test { client, server in
            let answer = try await client.post("/console/session", ConsoleVisit.body(ConsoleVisit.admin, name: "Ann"))
            #expect(answer.status == 201)
            #expect(answer.json[string: "role"] == "admin")
            #expect(answer.json[string: "name"] == "Ann")
            #expect(answer.json[milliseconds: "expirationDate"] == server.configuration.now() + 3_600)
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600"))
            #expect(cookie.split(separator: ";")[0].count == "purser_console=".count + 64)
            let reader = try await client.post("/console/session", ConsoleVisit.body(ConsoleVisit.reader))
            #expect(reader.json[string: "role"] == "reader")
            #expect(reader.headers[.setCookie] != answer.headers[.setCookie])
        }
    }

    @Test(
        "A browser that came by TLS shows the cookie by TLS only",
        arguments: [
            [HTTPField.Name("X-Forwarded-Proto"): "https"], [HTTPField.Name.origin: "https://localhost"],
        ]
    )
    func secure(fields: [HTTPField.Name?: String]) async throws {
        try await ConsoleVisit.world().test { client, _ in
            var headers = HTTPFields()
            for (name, value) in fields { headers[try #require(name)] = value }
            let answer = try await client.post(
                "/console/session",
                ConsoleVisit.body(ConsoleVisit.admin),
                headers: headers
            )
            #expect(answer.headers[.setCookie]?.hasSuffix("; Secure") == true)
        }
    }

    @Test(
        "What is no log-in is refused, and says nothing of the secret",
        arguments: [
            (ConsoleVisit.body("a wrong secret, long enough"), 403, "console-secret-wrong"),
            (ConsoleVisit.body(""), 403, "console-secret-wrong"),
            (ConsoleVisit.body(String(repeating: "x", count: 4_000)), 403, "console-secret-wrong"),
            ("{}", 400, "invalid-body"), (#"{"secret":7}"#, 400, "invalid-body"), ("[]", 400, "invalid-body"),
            (#"{"secret":"x","admin":true}"#, 400, "invalid-body"),
            (ConsoleVisit.body(ConsoleVisit.admin, name: "a\nb"), 400, "invalid-body"),
            (ConsoleVisit.body(ConsoleVisit.admin, name: String(repeating: "n", count: 65)), 400, "invalid-body"),
            (String(repeating: " ", count: 9_000), 413, "body-too-large"),
        ]
    )
    func refusals(body: String, status: Int, code: String) async throws {
        try await ConsoleVisit.world().test { client, _ in
            let answer = try await client.post("/console/session", body)
            #expect(answer.status == status)
            #expect(answer.errorCode == code)
            #expect(answer.headers[.setCookie] == nil)
            #expect(!JSONValue.object(answer.json).serialized().contains("long enough"))
        }
    }

    @Test("Who is wrong five times waits, even with the right secret, and may go on after half a minute")
    func attempts() async throws {
        let uptime = Locked(1_000.0)
        try await ConsoleVisit.world(uptime: { uptime.withLock { $0 } }).test { client, _ in
            let attempt = { (secret: String) in
                try await client.post("/console/session", ConsoleVisit.body(secret))
            }
            for _ in 0..<5 { #expect(try await attempt("a wrong secret, long enough").status == 403) }
            let refused = try await attempt(ConsoleVisit.admin)
            #expect(refused.status == 429)
            #expect(refused.errorCode == "too-many-requests")
            #expect(refused.headers[.retryAfter] == "30")
            uptime.withLock { $0 += 31 }
            #expect(try await attempt(ConsoleVisit.admin).status == 201)
            // Who is right takes nothing.
            for _ in 0..<20 { #expect(try await attempt(ConsoleVisit.admin).status == 201) }
        }
    }

    @Test("Each address may be wrong by itself, and all together not for ever")
    func addresses() throws {
        let attempts = ConsoleAttempts(uptime: { 0 })
        for _ in 0..<5 { #expect(try attempts.attempt(from: "192.0.2.1") { Int?.none } == nil) }
        #expect(throws: APIError.self) { try attempts.attempt(from: "192.0.2.1") { 1 } }
        #expect(try attempts.attempt(from: "192.0.2.2") { 1 } == 1)
        for number in 0..<95 { _ = try attempts.attempt(from: "198.51.100.\(number)") { Int?.none } }
        #expect(throws: APIError.self) { try attempts.attempt(from: "203.0.113.1") { 1 } }
    }

    @Test("A session opens the server's interface, says who it is, and ends when it is told to")
    func session() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let ann = try await ConsoleVisit.logIn(client, name: "Ann")
            #expect(try await client.get("/v1/customers", headers: ann).status == 200)
            let known = try await client.get("/console/session", headers: ann)
            #expect(known.json[string: "consoleToken"] == ann[.consoleToken])
            let end = try await client.execute(uri: "/console/session", method: .delete, headers: ann) { $0 }
            #expect(end.status == .noContent)
            #expect(end.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await client.get("/v1/customers", headers: ann).errorCode == "console-session-over")
            #expect(try await client.get("/console/session", headers: ann).status == 401)
        }
    }

    @Test("A session ends by itself at its time, and not before")
    func expiry() async throws {
        let world = try ConsoleVisit.world()
        try await world.test { [world] client, server in
            let ann = try await ConsoleVisit.logIn(client)
            world.clock.withLock { $0 += 3_599 }
            #expect(try await client.get("/v1/customers", headers: ann).status == 200)
            world.clock.withLock { $0 += 1 }
            #expect(try await client.get("/v1/customers", headers: ann).errorCode == "console-session-over")
            #expect(server.console?.door.sessions.count == 0)
        }
    }

    @Test("A session that a clock which ran ahead has begun does not last until that has come true")
    func clockAhead() async throws {
        let world = try ConsoleVisit.world()
        try await world.test { [world] client, _ in
            world.advance(days: 1_000)
            let ann = try await ConsoleVisit.logIn(client)
            #expect(try await client.get("/v1/customers", headers: ann).status == 200)
            world.advance(days: -1_000)
            #expect(try await client.get("/v1/customers", headers: ann).errorCode == "console-session-over")
        }
    }

    @Test("A cookie that nobody was given opens nothing", arguments: ["", "x", String(repeating: "0", count: 64)])
    func strangers(text: String) async throws {
        try await ConsoleVisit.world().test { client, _ in
            let answer = try await client.get("/v1/customers", headers: [.cookie: "purser_console=\(text)"])
            #expect(answer.status == 401)
            #expect(["unauthorized", "console-session-over"].contains(answer.errorCode))
        }
    }

    @Test("Of too many sessions the one ends that was away for longest")
    func bounded() throws {
        let sessions = ConsoleSessions(lifetime: 60, now: { Date(timeIntervalSince1970: 0) }, makeToken: { UUID() })
        let person = ConsolePerson(role: .reader, name: nil)
        let all = (0..<ConsoleSessions.maximumCount).map { _ in sessions.begin(person).text }
        #expect(sessions.session(all[0]) != nil)
        _ = sessions.begin(person)
        #expect(sessions.count == ConsoleSessions.maximumCount)
        #expect(sessions.session(all[0]) != nil)
        #expect(sessions.session(all[1]) == nil)
    }

    @Test("Who may only look sees what admins see and changes nothing")
    func reader() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let reader = try await ConsoleVisit.logIn(client, ConsoleVisit.reader)
            for path in ["/v1/customers", "/v1/keys", "/v1/webhooks", "/v1/audit", "/v1/settings", "/v1/activity"] {
                #expect(try await client.get(path, headers: reader).status == 200, "\(path)")
            }
            let grant = try await client.put("/v1/customers/flora/grants/g", #"{"level":"pro"}"#, headers: reader)
            #expect(grant.status == 403)
            #expect(grant.errorCode == "console-read-only")
            #expect(try await client.delete("/v1/keys/x", headers: reader).errorCode == "console-read-only")
        }
    }

    @Test("What changes something needs the token of the session and comes from a page of the server")
    func forgery() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let ann = try await ConsoleVisit.logIn(client)
            let other = try await ConsoleVisit.logIn(client)
            let attempt = { (headers: HTTPFields) in
                try await client.put("/v1/customers/flora/grants/g", #"{"level":"pro"}"#, headers: headers).errorCode
            }
            #expect(try await attempt(ann.with(.consoleToken, nil)) == "console-token-missing")
            #expect(try await attempt(ann.with(.consoleToken, "")) == "console-token-missing")
            #expect(try await attempt(ann.with(.consoleToken, other[.consoleToken])) == "console-token-missing")
            #expect(try await attempt(ann.with(.origin, "https://evil.example")) == "foreign-origin")
            #expect(try await attempt(ann.with(.origin, "null")) == "foreign-origin")
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            #expect(try await attempt(ann.with(site, "cross-site")) == "foreign-origin")
            #expect(try await attempt(ann.with(site, "same-site")) == "foreign-origin")
            #expect(try await attempt(ann.with(site, "same-origin")) == nil)
            let logIn = try await client.post(
                "/console/session",
                ConsoleVisit.body(ConsoleVisit.admin),
                headers: [.origin: "https://evil.example"]
            )
            #expect(logIn.errorCode == "foreign-origin")
            let logOut = try await client.delete("/console/session", headers: ann.with(.consoleToken, nil))
            #expect(logOut.errorCode == "console-token-missing")
        }
    }

    @Test("A session is no app, and who shows a key is not asked for a session")
    func keys() async throws {
        try await ConsoleVisit.world().test { client, server in
            let ann = try await ConsoleVisit.logIn(client)
            #expect(try await client.get("/v1/app/customers/flora", headers: ann).errorCode == "wrong-kind-of-key")
            let key = KeyAccessTests.bearer(try #require(server.firstKeys).secret.text)
            let both = key.with(.cookie, "purser_console=old")
            #expect(try await client.get("/v1/customers", headers: both).status == 200)
        }
    }
}
