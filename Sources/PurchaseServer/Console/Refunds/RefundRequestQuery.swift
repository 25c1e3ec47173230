import AppStoreModels
import Foundation
import Hummingbird

/// Which requests for refunds are looked for, of all customers.
struct RefundRequestQuery: Sendable, Hashable {
    /// Only those of which this became; nil for all.
    var state: RefundRequestState?
    /// Where the part before ended; nil from the newest.
    var after: Position?
    /// How many at most.
    var limit: Int

    /// A place in the list: until when the App Store waits, and for requests of the same moment their notifications.
    struct Position: Sendable, Hashable {
        let deadline: Date
        let notification: String
    }
}

extension RefundRequestQuery {
    /// What stands behind the question mark: `state`, `limit` and `cursor`.
    ///
    /// - Throws: ``APIError``, code `invalid-value`.
    init(_ request: Request) throws(APIError) {
        let page = try Page(request)
        limit = page.limit
        if let text = request.uri.queryParameters["state"] {
            guard let state = RefundRequestState(rawValue: String(text)) else {
                let all = RefundRequestState.allCases.map(\.rawValue).joined(separator: ", ")
                throw Page.invalid("state is one of \(all)")
            }
            self.state = state
        }
        if let text = page.after {
            guard let position = Position(text) else {
                throw Page.invalid("cursor is that of the answer before, as it stands there")
            }
            after = position
        }
    }
}

extension RefundRequestQuery.Position {
    /// As it stands in a cursor.
    var text: String { "\(deadline.millisecondsSince1970) \(notification)" }

    /// - Returns: nil if it is none.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]) else { return nil }
        self.init(deadline: Date(millisecondsSince1970: milliseconds), notification: String(parts[1]))
    }
}
