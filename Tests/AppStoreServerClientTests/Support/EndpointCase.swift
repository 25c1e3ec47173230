import AppStoreModels
import AppStoreServerClient
import Foundation
import Testing

/// A call, what it is answered with, and what must have been sent.
struct EndpointCase: Sendable, CustomTestStringConvertible {
    let endpoint: ServerAPIEndpoint
    let path: String
    var query: String?
    var body: String?
    var octets: Data?
    let answer: @Sendable () throws -> String
    let call: @Sendable (ServerAPIClient) async throws -> Void

    var testDescription: String { endpoint.name }
    /// Performance tests are asked of the sandbox.
    var isSandboxOnly: Bool { endpoint.path.contains("performanceTest") }

    static let all = transactions + messaging + advancedCommerce + others
}
