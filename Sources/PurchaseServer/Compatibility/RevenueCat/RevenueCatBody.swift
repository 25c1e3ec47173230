import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

/// The JSON object of a request, read member by member.
struct RevenueCatBody {
    let json: JSONObject

    /// - Parameter limit: The longest body, in bytes.
    init(_ request: Request, upTo limit: Int = RequestObject.maximumLength) async throws {
        let tooLarge = Rejection(413, "body-too-large", "a body has at most \(limit) bytes")
        let body = try await request.body(upTo: limit, tooLarge: tooLarge)
        guard !body.isEmpty else {
            json = JSONObject()
            return
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body, limits: .request(maximumLength: limit))
        } catch {
            throw RevenueCatError.badRequest("\(error)")
        }
        guard let object = value.object else { throw RevenueCatError.badRequest("the body is JSON, but no object") }
        json = object
    }

    /// A text; nil if there is none.
    func text(_ member: String) throws(RevenueCatError) -> String? {
        guard let value = json[member], value != .null else { return nil }
        guard let text = value.string else { throw .badRequest("\"\(member)\" is no text") }
        return text
    }

    /// A whole number; nil if there is none.
    func integer(_ member: String) throws(RevenueCatError) -> Int64? {
        guard let value = json[member], value != .null else { return nil }
        guard case .number = value, let number = value.lenientInteger else {
            throw .badRequest("\"\(member)\" is no whole number")
        }
        return number
    }

    /// A moment in milliseconds since 1970; nil if there is none.
    func date(_ member: String) throws(RevenueCatError) -> Date? {
        guard let value = json[member], value != .null else { return nil }
        guard case .number = value, let date = json[milliseconds: member] else {
            throw .badRequest("\"\(member)\" is no moment in milliseconds since 1970")
        }
        return date
    }

    /// The customer that a member names.
    func appUserID(_ member: String) throws(RevenueCatError) -> CustomerID {
        try CustomerID(appUserID: try text(member))
    }
}
