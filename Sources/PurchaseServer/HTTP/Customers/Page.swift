import AppStoreModels
import Foundation
import Hummingbird

/// Which part of a list is asked for: `?limit=…&cursor=…`.
struct Page {
    /// How many at most.
    let limit: Int
    /// Where the part before ended; nil from the beginning.
    let after: String?

    private static let largest = 200
    private static let usual = 50
    /// In bytes; a customer's name has as many.
    private static let longestText = 256

    init(_ request: Request) throws(APIError) {
        let query = request.uri.queryParameters
        if let text = query["limit"] {
            guard let limit = Int(text), (1...Self.largest).contains(limit) else {
                throw Self.invalid("limit is 1 to \(Self.largest)")
            }
            self.limit = limit
        } else {
            limit = Self.usual
        }
        if let text = query["cursor"] {
            // Ours may have separators; NUL is what no database takes.
            guard let after = Self.text(ofCursor: String(text)), !after.utf8.contains(0) else {
                throw Self.invalid("cursor is that of the answer before, as it stands there")
            }
            self.after = after
        } else {
            after = nil
        }
    }

    /// What an answer says of its end, to be sent for the next part. Programs do not look inside.
    static func cursor(after text: String) -> String {
        Base64.urlSafe(text.utf8)
    }

    private static func text(ofCursor cursor: String) -> String? {
        Base64.urlSafe(decoding: cursor).flatMap { String(bytes: $0, encoding: .utf8) }
    }

    /// A text that is looked for; nil if it is not asked for.
    ///
    /// - Parameter name: What the query calls it.
    static func text(_ name: String, in request: Request) throws(APIError) -> String? {
        guard let text = request.uri.queryParameters[name[...]].map({ String($0) }) else { return nil }
        guard text.utf8.count <= longestText, !text.hasControls else {
            throw invalid("\(name) has at most \(longestText) bytes without control characters")
        }
        return text
    }

    static func invalid(_ message: String) -> APIError { APIError(.badRequest, "invalid-value", message) }
}
