import AppStoreModels
import Foundation
import Hummingbird

/// The JSON object of a request, read member by member: what is there must be of the right type.
struct RequestObject {
    let json: JSONObject

    /// The longest body, in bytes.
    static let maximumLength = 262_144

    /// - Parameters:
    ///   - request: The request.
    ///   - members: What the object may have.
    ///   - isOptional: Whether there may be no body at all.
    init(_ request: Request, of members: Set<String>, isOptional: Bool = false) async throws {
        json = try await request.jsonObject(of: members, upTo: Self.maximumLength, isOptional: isOptional)
    }

    /// What was read already.
    init(_ json: JSONObject) { self.json = json }

    /// A text that people may have written, see `isFreeText`; nil if there is none.
    func text(_ member: String, upTo limit: Int = 1_024) throws(APIError) -> String? {
        guard let value = json[member], value != .null else { return nil }
        guard let text = value.string, (1...limit).contains(text.utf8.count), text.isFreeText else {
            throw Self.invalid(
                "\"\(member)\" is no text of 1 to \(limit) bytes without control characters but tabs and line breaks"
            )
        }
        return text
    }

    /// A name that the developer gives.
    func identifier(_ member: String) throws(APIError) -> String {
        guard let name = json[member]?.string, name.isIdentifier else {
            throw Self.invalid("\"\(member)\" must be a text of 1 to 128 bytes without control characters")
        }
        return name
    }

    func customer(_ member: String) throws(APIError) -> CustomerID {
        guard let customer = json[member]?.string.flatMap(CustomerID.init) else {
            throw Self.invalid("\"\(member)\" must be a customer: a text of 1 to 256 bytes without control characters")
        }
        return customer
    }

    /// A moment in milliseconds since 1970; nil if there is none.
    func date(_ member: String) throws(APIError) -> Date? {
        guard let value = json[member], value != .null else { return nil }
        guard case .number = value, let date = json[milliseconds: member] else {
            throw Self.invalid("\"\(member)\" is no moment in milliseconds since 1970")
        }
        return date
    }

    func integer(_ member: String, in range: ClosedRange<Int64>) throws(APIError) -> Int64 {
        guard case .number? = json[member], let number = json[integer: member], range.contains(number) else {
            throw Self.invalid(
                "\"\(member)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    func boolean(_ member: String) throws(APIError) -> Bool? {
        guard let value = json[member], value != .null else { return nil }
        guard case .bool(let truth) = value else { throw Self.invalid("\"\(member)\" is neither true nor false") }
        return truth
    }

    /// A list of texts; nil if there is none.
    func texts(_ member: String, upTo limit: Int) throws(APIError) -> [String]? {
        guard let value = json[member], value != .null else { return nil }
        let texts = value.array?.compactMap(\.string) ?? []
        guard let array = value.array, array.count == texts.count, texts.count <= limit,
            texts.allSatisfy(\.isIdentifier)
        else {
            throw Self.invalid("\"\(member)\" is no list of at most \(limit) texts of 1 to 128 bytes")
        }
        return texts
    }

    func object(_ member: String) throws(APIError) -> JSONObject? {
        guard let value = json[member], value != .null else { return nil }
        guard let object = value.object else { throw Self.invalid("\"\(member)\" is no object") }
        return object
    }

    static func invalid(_ message: String) -> APIError { APIError(.badRequest, "invalid-body", message) }
}
