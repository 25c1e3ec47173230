import HTTPTypes
import LocalAppStore
import TestSupport

@testable import LocalAppStoreServer

extension RouteTester {
    /// Asks the App Store Server API with a token of the store's key; the path goes on from `/inApps/`.
    func api(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> Answer {
        let token = try TokenMaker(server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: time.now).token()
        return try await ask(method, "/inApps/" + path, body, headers: [.authorization: "Bearer \(token)"])
    }
}
