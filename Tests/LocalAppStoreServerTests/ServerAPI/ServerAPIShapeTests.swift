import AppStoreModels
import HTTPServing
import HTTPTypes
import Hummingbird
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// Apple's clients read an error only if it has Apple's shape, whoever of the store's parts refuses.
@Suite("Refusals below Apple's paths have Apple's shape")
struct ServerAPIShapeTests {
    private let tester: RouteTester

    init() throws {
        tester = try RouteTester(configuration: StoreServerConfiguration(maximumControlBody: 1_000))
    }

    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        _ more: HTTPFields = [:]
    ) async throws -> RouteTester.Answer {
        let key = tester.server.serverAPIKey
        let token = try TokenMaker(key, bundleID: SampleShop.app.bundleID, now: tester.time.now).token()
        var headers = more
        headers[.authorization] = "Bearer \(token)"
        return try await tester.ask(method, path, body, headers: headers)
    }

    private func check(_ answer: RouteTester.Answer, _ code: Int64, _ words: String) {
        #expect(answer.status == Int(code / 10_000), "\(answer.text)")
        #expect(answer.json.members.map(\.0) == ["errorCode", "errorMessage"], "\(answer.text)")
        #expect(answer.json[integer: "errorCode"] == code)
        #expect(answer.json[string: "errorMessage"]?.contains(words) == true, "\(answer.text)")
        #expect(answer.headers[.contentType] == "application/json", "Apple's Python client compares it to the letter")
    }

    @Test(
        "A query with broken escapes",
        arguments: [
            "/inApps/v2/history/1?revision=%ff", "/sandbox/inApps/v1/transactions/1?x=%", "/inApps/v1/none?a=%zz",
            "/advancedCommerce/v1/subscription/cancel/1?a=%2",
        ]
    )
    func query(path: String) async throws { check(try await ask(.get, path), 4_000_000, "is no escaped UTF-8") }

    @Test(
        "Paths that are not emulated, those of seats too",
        arguments: [
            "/groups/v1/transactions/1/seats", "/production/groups/v1/transactions/1/seats", "/inApps/v9/x",
            "/externalPurchase/v1/reports",
        ]
    )
    func unknown(path: String) async throws {
        check(try await ask(.get, path), 4_040_000, "does not emulate GET \(path)")
    }

    @Test(
        "A stranger is asked for a token first",
        arguments: ["/groups/v1/transactions/1/seats", "/inApps/v2/history/1?revision=%ff", "/inApps/v9/x?a=%"]
    )
    func stranger(path: String) async throws {
        let answer = try await tester.ask(.get, path)
        #expect(answer.status == 401)
        #expect(answer.text.hasPrefix("Unauthenticated"))
    }

    @Test("Names that are not the store's, and pages of others")
    func foreign() async throws {
        let origin: HTTPFields = [.origin: "https://evil.test"]
        check(try await ask(.get, "/inApps/v1/transactions/1", "", origin), 4_030_000, "pages of https://evil.test")
    }

    @Test("Bodies that are too long, or no JSON")
    func bodies() async throws {
        let path = "/inApps/v1/notifications/history"
        check(try await ask(.post, path, String(repeating: " ", count: 1_001)), 4_000_000, "longer than 1000 bytes")
        check(try await ask(.post, path, "{"), 4_000_000, "JSON")
        check(try await ask(.post, path, "[]"), 4_000_000, "no object")
    }

    @Test("Elsewhere the store keeps its own words")
    func own() async throws {
        #expect(try await tester.ask(.get, "/control/state?x=%ff").errorCode == "invalid-query")
        #expect(try await tester.ask(.get, "/groupsx/v1").errorCode == "not-found")
    }

    @Test("A server that is busy says when to come back")
    func busy() throws {
        let answer = try #require(RequestError.answer(to: RequestRefusal.overloaded, Self.request("/inApps/v1/x")))
        #expect(answer.status.code == 500)
        #expect(answer.headers[.retryAfter] == "1")
    }

    @Test("What nobody expected is Apple's internal error there, and the store's own elsewhere")
    func unexpected() {
        let answers = ["/inApps/v1/x", "/control/x"].map { path in
            RequestError.unexpectedAnswer(Self.request(path)).status.code
        }
        #expect(answers == [500, 500])
        #expect(ServerAPIError(RequestError(RequestRefusal.overloaded)).code == 5_000_001)
        #expect(ServerAPIError(RequestError(RequestRefusal.bodyTooLate)).code == 5_000_001)
    }

    private static func request(_ path: String) -> Request {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: path)
        return Request(head: head, body: .init(buffer: .init()))
    }
}
