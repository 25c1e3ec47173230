import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOFoundationCompat
import TestSupport
import Testing

@testable import PurchaseServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("What a customer has, answered before a route is looked for")
struct KeptAnswerShortcutTests {
    /// A server whose answer about one customer is kept, and an app that asks it.
    private struct Shop {
        let server: PurchaseServerApplication
        let key: String

        init(_ world: World) async throws {
            server = try world.server()
            key = try #require(server.firstKeys).public.text
            try await server.storage.upload([Purchases.fact("1", at: world.now)], by: "alice", at: world.now)
            let answers = StatementAnswers(server.configuration, server.storage)
            _ = try await answers.answer(of: "alice")
            await answers.settle()
            // Who shows a key for the first time has its use noted; the next one is remembered.
            for _ in 0..<2 { _ = try await server.ring.caller("Bearer \(key)") }
        }

        func request(_ path: String, _ fields: HTTPFields = [:], _ method: HTTPRequest.Method = .get) -> Request {
            var fields = fields
            if !fields.contains(.authorization) { fields[.authorization] = "Bearer \(key)" }
            let head = HTTPRequest(
                method: method,
                scheme: "http",
                authority: "shop.test",
                path: path,
                headerFields: fields
            )
            return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        }

        var context: APIContext {
            APIContext(
                source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test"))
            )
        }

        /// Nil if it is left to the routes; out of a database that is waited for, and out of a file, it is the same.
        func short(_ request: Request) async throws -> Seen? {
            let shortcut = try #require(KeptAnswerShortcut(server))
            var context = context
            let waited = await shortcut.answer(to: request, &context)
            guard var atOnce = shortcut.answerAtOnce(to: request) else {
                #expect(waited == nil)
                return nil
            }
            // What else the application puts before an answer.
            #expect(atOnce.headers[.server] == "Purser")
            #expect(atOnce.headers[.date] == "Sun, 06 Nov 1994 08:49:37 GMT")
            (atOnce.headers[.server], atOnce.headers[.date]) = (nil, nil)
            let seen = try await Seen(atOnce)
            let waitedFor = try await Seen(try #require(waited))
            #expect(waitedFor.status == seen.status)
            #expect(waitedFor.body == seen.body)
            // Who has not named the request has it named twice.
            let isName = { (field: String) in field == "x-request-id" }
            #expect(waitedFor.fields.filter { !isName($0.key) } == seen.fields.filter { !isName($0.key) })
            return seen
        }

        func routed(_ request: Request) async throws -> Seen {
            try await Seen(server.router.buildResponder().respond(to: request, context: context))
        }
    }

    /// An answer, octet for octet.
    private struct Seen: Equatable {
        let status: Int
        let fields: [String: String]
        let body: String

        init(_ response: Response) async throws {
            var response = response
            status = response.status.code
            fields = Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { $0 + ", " + $1 }
            body = String(buffer: try await response.collectedBody())
        }
    }

    private static func world() throws -> World {
        var world = try World()
        world.configuration.demandsKeys = true
        // Keys are remembered for two seconds, which a slow machine might let pass.
        world.configuration.uptime = { 0 }
        world.configuration.outsideNow = { Date(timeIntervalSince1970: 784_111_777) }
        return world
    }

    private static let requestID = HTTPField.Name.documented("X-Request-Id")

    @Test(
        "It says what the route says, octet for octet",
        arguments: [
            [:], [.accept: "text/html", .userAgent: "Shop/1"], [.ifNoneMatch: "*"], [.ifNoneMatch: "\"other\""],
            [.ifNoneMatch: ""], [.cookie: "purser-console=x"], [.origin: "https://shop.test"], [.contentLength: "0"],
        ] as [HTTPFields]
    )
    func same(fields: HTTPFields) async throws {
        let shop = try await Shop(try Self.world())
        var named = fields
        named[Self.requestID] = "order-7/2"
        let request = shop.request("/v1/app/customers/alice", named)
        let short = try #require(try await shop.short(request))
        let routed = try await shop.routed(request)
        #expect(short == routed)
        #expect(short.status == (fields[.ifNoneMatch] == "*" ? 304 : 200))
        #expect(short.fields["x-request-id"] == "order-7/2")
        #expect(short.body.contains("\"productId\":\"monthly\"") == (short.status == 200))
        let tag = try #require(short.fields["etag"])
        let again = shop.request("/v1/app/customers/alice", [.ifNoneMatch: "\"a\", \(tag)", Self.requestID: "1"])
        let unchanged = try await shop.short(again)
        #expect(unchanged?.status == 304)
        #expect(try await shop.routed(again) == unchanged)
    }

    @Test("A request without a good name gets one", arguments: [[:], [Self.requestID: "a b"]] as [HTTPFields])
    func names(fields: HTTPFields) async throws {
        let shop = try await Shop(try Self.world())
        let request = shop.request("/v1/app/customers/alice", fields)
        let made = [try await shop.short(request), try await shop.short(request)].compactMap {
            $0?.fields["x-request-id"]
        }
        #expect(made.map(\.count) == [16, 16])
        #expect(made.first != made.last)
    }

    @Test(
        "Everything else is left to the routes",
        arguments: [
            ("/v1/app/customers/bob", [:], .get, 200), ("/v1/app/customers/alice", [:], .head, 200),
            ("/v1/app/customers/%61lice", [:], .get, 200), ("/v1/app/customers/alice/", [:], .get, 200),
            ("/v1/app/customers/%FF", [:], .get, 400), ("/v1/app/customers/", [:], .get, 404),
            ("/v1/app/customers/alice?nonce=a", [:], .get, 400), ("/v1/app/customers/alice?", [:], .get, 200),
            ("/v1/app/customers/alice?limit=3", [:], .get, 400), ("/v1/customers/alice", [:], .get, 403),
            ("/v1/app/customers/alice", [:], .delete, 405), ("/v1/app/offerings", [:], .get, 200),
            ("/v1/app/customers/alice", [.authorization: "Basic YTpi"], .get, 401),
            ("/v1/app/customers/alice", [.authorization: "Bearer nonsense"], .get, 401),
            ("/v1/app/customers/alice", [.documented("Host"): "evil.example"], .get, 400),
            ("/v1/app/customers/" + String(repeating: "a", count: 257), [:], .get, 400),
        ] as [(String, HTTPFields, HTTPRequest.Method, Int)]
    )
    func left(path: String, fields: HTTPFields, method: HTTPRequest.Method, status: Int) async throws {
        let shop = try await Shop(try Self.world())
        let request = shop.request(path, fields, method)
        #expect(try await shop.short(request) == nil)
        #expect(try await shop.routed(request).status == status)
    }

    @Test("A secret key and a field that comes twice are left to the routes; how Bearer is written does not matter")
    func keys() async throws {
        let shop = try await Shop(try Self.world())
        let secret = try #require(shop.server.firstKeys).secret.text
        let asServer = shop.request("/v1/app/customers/alice", [.authorization: "Bearer \(secret)"])
        #expect(try await shop.short(asServer) == nil)
        #expect(try await shop.routed(asServer).status == 403)
        let authorization = "Bearer \(shop.key)"
        for (name, value) in [
            (.ifNoneMatch, "x"), (Self.requestID, "x"), (HTTPField.Name.authorization, authorization),
        ] {
            let twice = HTTPFields([HTTPField(name: name, value: value), HTTPField(name: name, value: value)])
            #expect(try await shop.short(shop.request("/v1/app/customers/alice", twice)) == nil, "\(name)")
        }
        let asker = shop.request("/v1/app/customers/alice", [.authorization: "bearer \(shop.key)"])
        #expect(try await shop.short(asker)?.status == 200)
    }

    @Test("What has changed is answered anew")
    func changes() async throws {
        let world = try Self.world()
        let shop = try await Shop(world)
        let request = shop.request("/v1/app/customers/alice")
        let before = try await shop.short(request)
        try await shop.server.storage.upload([Purchases.fact("2", at: world.now)], by: "alice", at: world.now)
        #expect(try await shop.short(request) == nil)
        world.advance(days: 400)
        #expect(try await shop.short(request) == nil)
        #expect(before?.status == 200)
    }

    @Test("A question counts once, whoever answers it")
    func limit() async throws {
        var world = try Self.world()
        world.configuration.publicKeyRateLimit = RateLimit(perSecond: 0.001, burst: 3)
        let shop = try await Shop(world)
        let responder = CurrentResponder(book: shop.server.settings)
        shop.server.settings.begin(shop.server)
        defer { shop.server.settings.end() }
        var statuses: [Int] = []
        for name in ["bob", "alice", "carol", "alice", "bob"] {
            let request = shop.request("/v1/app/customers/\(name)")
            let quick = shop.server.settings.quickAnswer(to: request)
            #expect((quick != nil) == (statuses == [200]))
            let response =
                if let quick { quick } else { try await responder.respond(to: request, context: shop.context) }
            statuses.append(response.status.code)
        }
        #expect(statuses == [200, 200, 200, 429, 429])
        let series = #"purser_http_requests_total{method="GET",route="/v1/app/customers/{customer}",status="#
        let counted = shop.server.metrics.text(shop.server.connections.counters)
        #expect(counted.contains(series + "\"200\"} 3\n"))
        #expect(counted.contains(series + "\"429\"} 2\n"))
    }

    @Test("What is waited for counts once, too: who was counted is told to the routes")
    func limitWaitedFor() async throws {
        var world = try Self.world()
        world.configuration.publicKeyRateLimit = RateLimit(perSecond: 0.001, burst: 3)
        let shop = try await Shop(world)
        let shortcut = try #require(KeptAnswerShortcut(shop.server))
        let responder = shop.server.router.buildResponder()
        var statuses: [Int] = []
        for name in ["bob", "alice", "carol", "alice", "bob"] {
            let request = shop.request("/v1/app/customers/\(name)")
            var context = shop.context
            let short = await shortcut.answer(to: request, &context)
            #expect((short != nil) == (statuses == [200]))
            #expect((context.caller != nil) == (statuses.count < 3))
            let response = if let short { short } else { try await responder.respond(to: request, context: context) }
            statuses.append(response.status.code)
        }
        #expect(statuses == [200, 200, 200, 429, 429])
    }

    @Test("Over a socket it is the same, with one date and one name of the server", .timeLimit(.minutes(5)))
    func socket() async throws {
        var world = try Self.world()
        world.prepareToListen()
        try await PurchaseServerApplication.withRunning(world.configuration) { server, url in
            let key = try #require(server.firstKeys).public.text
            try await server.storage.upload([Purchases.fact("1", at: world.now)], by: "alice", at: world.now)
            let answers = StatementAnswers(server.configuration, server.storage)
            let kept = try await answers.answer(of: "alice")
            await answers.settle()
            for _ in 0..<2 { _ = try await server.ring.caller("Bearer \(key)") }
            var request = URLRequest(url: url.appendingPathComponent("v1/app/customers/alice"))
            request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
            let (body, response) = try await URLSession.shared.data(for: request)
            let answer = try #require(response as? HTTPURLResponse)
            #expect(answer.statusCode == 200)
            #expect(body == Data(buffer: kept.octets))
            // The application's answers have the machine's date: this is none of them.
            #expect(answer.value(forHTTPHeaderField: "Date") == "Sun, 06 Nov 1994 08:49:37 GMT")
            #expect(answer.value(forHTTPHeaderField: "Server") == "Purser")
            #expect(answer.value(forHTTPHeaderField: "Content-Length") == "\(body.count)")
        }
    }

    @Test("Before the start, after the end, and where another clock is looked at first, nothing is answered at once")
    func clock() async throws {
        for looksAtClock in [false, true] {
            var world = try Self.world()
            if looksAtClock { world.configuration.lookAtClock = {} }
            let shop = try await Shop(world)
            let request = shop.request("/v1/app/customers/alice")
            #expect(shop.server.settings.quickAnswer(to: request)?.status == nil)
            shop.server.settings.begin(shop.server)
            #expect((shop.server.settings.quickAnswer(to: request)?.status == .ok) == !looksAtClock)
            shop.server.settings.end()
            #expect(shop.server.settings.quickAnswer(to: request)?.status == nil)
        }
    }

    @Test("Where tokens, names or origins are looked at, or each request is written down, there is none")
    func closerLooks() throws {
        #expect(KeptAnswerShortcut(try Self.world().server()) != nil)
        #expect(KeptAnswerShortcut(try World().server()) == nil)
        var named = try Self.world()
        named.configuration.allowedNames = ["shop.test"]
        #expect(KeptAnswerShortcut(try named.server()) == nil)
        var tokens = try Self.world()
        tokens.configuration.apps[0].customerTokens = .required
        #expect(KeptAnswerShortcut(try tokens.server()) == nil)
        var talkative = try Self.world()
        talkative.configuration.logger = Logger(label: "test")
        talkative.configuration.logger.logLevel = .debug
        #expect(KeptAnswerShortcut(try talkative.server()) == nil)
    }
}
