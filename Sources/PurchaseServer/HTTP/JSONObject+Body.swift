import AppStoreModels
import Foundation

extension JSONObject {
    /// The body of a request: an object with no other members than these, so that a slip of the pen is not passed over.
    ///
    /// - Parameters:
    ///   - body: At least one byte.
    ///   - members: What it may have.
    /// - Throws: ``Rejection``, code `invalid-body`.
    init(body: Data, of members: Set<String>) throws(Rejection) {
        guard !body.isEmpty else { throw Rejection(400, "invalid-body", "the body is empty; send a JSON object") }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body, limits: .request(maximumLength: body.count))
        } catch {
            throw Rejection(400, "invalid-body", "\(error)")
        }
        guard let object = value.object else { throw Rejection(400, "invalid-body", "the body is JSON, but no object") }
        try object.refuseOthers(than: members)
        self = object
    }

    /// - Parameters:
    ///   - members: What it may have.
    ///   - place: The member in which the object stands; nil for the body itself.
    /// - Throws: ``Rejection``, code `invalid-body`, which names the first other member.
    func refuseOthers(than members: Set<String>, in place: String? = nil) throws(Rejection) {
        guard let stranger = keys.first(where: { !members.contains($0) }) else { return }
        let there = place.map { "in \"\($0)\"" } ?? "here"
        throw Rejection(400, "invalid-body", "there is no member \"\(stranger.prefix(64))\" \(there)")
    }
}
