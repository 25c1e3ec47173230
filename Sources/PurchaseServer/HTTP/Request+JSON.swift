import AppStoreModels
import Foundation
import Hummingbird

extension Request {
    /// The body as a JSON object with no other members than these, so that a slip of the pen is not passed over.
    ///
    /// - Parameters:
    ///   - members: What it may have.
    ///   - limit: The most bytes it may have.
    /// - Throws: ``Rejection``, code `invalid-body` or `body-too-large`.
    func jsonObject(of members: Set<String>, upTo limit: Int = 65_536) async throws -> JSONObject {
        let body = try await body(
            upTo: limit,
            tooLarge: Rejection(413, "body-too-large", "the body is longer than \(limit) bytes")
        )
        // Where nothing must be said, nothing may be sent.
        guard !body.isEmpty else { return JSONObject() }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body, limits: JSONLimits(maximumLength: limit))
        } catch {
            throw Rejection(400, "invalid-body", "\(error)")
        }
        guard let object = value.object else { throw Rejection(400, "invalid-body", "the body is JSON, but no object") }
        if let stranger = object.keys.first(where: { !members.contains($0) }) {
            throw Rejection(400, "invalid-body", "there is no member \"\(stranger.prefix(64))\" here")
        }
        return object
    }
}
