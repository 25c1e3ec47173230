import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Somebody at the console of a server that listens, without a browser.
struct ConsoleVisitor: Sendable {
    struct Answer: Sendable {
        let status: Int
        let json: JSONObject
    }

    let url: URL
    private var headers: [String: String] = [:]

    static func logIn(_ url: URL, _ secret: String = ConsoleVisit.admin) async throws -> ConsoleVisitor {
        var visitor = ConsoleVisitor(url: url)
        let (answer, cookie) = try await visitor.send("POST", "/console/session", ConsoleVisit.body(secret))
        #expect(answer.status == 201)
        let (shown, token): (String, String) = (try #require(cookie), try #require(answer.json[string: "consoleToken"]))
        visitor.headers = ["Cookie": shown, "X-Purser-Console": token]
        return visitor
    }

    private init(url: URL) { self.url = url }

    func ask(_ method: String, _ path: String, _ body: String = "") async throws -> Answer {
        try await send(method, path, body).0
    }

    /// A request of this visitor.
    func request(_ method: String, _ path: String, _ body: String = "") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: path, relativeTo: url)))
        request.httpMethod = method
        if !body.isEmpty { request.httpBody = Data(body.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private func send(_ method: String, _ path: String, _ body: String) async throws -> (Answer, String?) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        let session = URLSession(configuration: configuration)
        let (data, response) = try await session.data(for: try request(method, path, body))
        let answer = try #require(response as? HTTPURLResponse)
        let cookie = answer.value(forHTTPHeaderField: "Set-Cookie")?.split(separator: ";").first.map(String.init)
        let json = (try? JSONValue(parsing: data))?.object ?? [:]
        return (Answer(status: answer.statusCode, json: json), cookie)
    }
}
