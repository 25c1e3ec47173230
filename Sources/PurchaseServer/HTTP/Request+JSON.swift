import AppStoreModels
import Foundation
import Hummingbird

extension Request {
    /// The body as a JSON object with no other members than these.
    ///
    /// - Parameters:
    ///   - members: What it may have.
    ///   - limit: The most bytes it may have.
    ///   - isOptional: Whether there may be no body at all: where nothing must be said, nothing may be sent.
    /// - Throws: ``Rejection``, code `invalid-body` or `body-too-large`.
    func jsonObject(
        of members: Set<String>,
        upTo limit: Int = 65_536,
        isOptional: Bool = true
    ) async throws -> JSONObject {
        let body = try await body(
            upTo: limit,
            tooLarge: Rejection(413, "body-too-large", "a body has at most \(limit) bytes")
        )
        guard !body.isEmpty || !isOptional else { return JSONObject() }
        return try JSONObject(body: body, of: members)
    }

    /// Refuses a body that says something, where there is nothing to say.
    ///
    /// - Throws: ``Rejection``, code `invalid-body` or `body-too-large`.
    func refuseMembers() async throws { _ = try await jsonObject(of: []) }
}
