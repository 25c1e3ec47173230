import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import Testing

@testable import PurchaseServer

/// A server with a console, and somebody with a browser.
enum ConsoleVisit {
    static let admin = "an admin's secret, long enough"
    static let reader = "a reader's secret, long enough"

    static func world(
        uptime: @escaping @Sendable () -> TimeInterval = { 1_000 },
        lifetime: TimeInterval = 3_600
    ) throws -> World {
        var world = try World()
        world.configuration.demandsKeys = true
        world.configuration.uptime = uptime
        var access = ConsoleAccess(adminSecret: admin, readerSecret: reader)
        access.sessionLifetime = lifetime
        world.configuration.console = access
        return world
    }

    static func body(_ secret: String, name: String? = nil) -> String {
        var body: JSONObject = ["secret": .string(secret)]
        body[string: "name"] = name
        return JSONValue.object(body).serialized()
    }

    /// What the browser sends along after a log-in: the cookie, and the token that its pages show.
    static func logIn(
        _ client: any TestClientProtocol,
        _ secret: String = admin,
        name: String? = nil
    ) async throws -> HTTPFields {
        let answer = try await client.post("/console/session", body(secret, name: name))
        #expect(answer.status == 201)
        let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first)
        return [.cookie: String(cookie), .consoleToken: try #require(answer.json[string: "consoleToken"])]
    }
}

extension HTTPFields {
    /// The same with a field changed or taken away.
    func with(_ name: HTTPField.Name, _ value: String?) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}
