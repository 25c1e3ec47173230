import HTTPServing
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import LocalAppStoreServer

@Suite("Queries with broken escapes")
struct EscapedQueryTests {
    @Test("What is escaped and no UTF-8 is refused", arguments: ["%FF", "%C3", "%", "%2", "%zz"])
    func broken(value: String) async throws {
        try await Application(router: Self.router).test(.router) { client in
            let answer = try await client.execute(uri: "/name?account=\(value)", method: .get)
            #expect(answer.status == .badRequest)
            #expect(String(buffer: answer.body).contains("invalid-query"))
        }
    }

    @Test(
        "All else arrives as it was meant",
        arguments: [("%25ff", "%ff"), ("Zo%C3%AB", "Zoë"), ("a%26b", "a&b"), ("", "")]
    )
    func whole(value: String, meant: String) async throws {
        try await Application(router: Self.router).test(.router) { client in
            let answer = try await client.execute(uri: "/name?account=\(value)", method: .get)
            #expect(answer.status == .ok)
            #expect(String(buffer: answer.body) == meant)
        }
    }

    private static var router: Router<BasicRequestContext> {
        let router = Router()
        router.addMiddleware {
            ErrorMiddleware(
                logger: Logger(label: "test"),
                words: RequestError.answer,
                unexpected: RequestError.unexpectedAnswer
            )
            EscapedQueryMiddleware()
        }
        router.get("name") { request, _ in String(request.uri.queryParameters["account"] ?? "none") }
        return router
    }
}
