import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What all control routes need.
struct ControlContext: Sendable {
    let store: LocalAppStore
    let notifications: NotificationDelivery
    let events: EventHistory
    let limit: Int

    /// Carries out a command; a refusal becomes 404 for what does not exist, 409 for what does not fit the state, 400 for
    /// values out of range and 500 for a store that can no longer write.
    func refusing<Result>(_ body: () throws(StoreError) -> Result) throws(RequestError) -> Result {
        do {
            return try body()
        } catch {
            throw RequestError(status(of: error.code), error.code.rawValue, error.reason)
        }
    }

    private func status(of code: StoreError.Code) -> HTTPResponse.Status {
        switch code {
        case .unknownAccount, .unknownProduct, .unknownTransaction, .unknownSubscription, .unknownAttempt: .notFound
        case .accountExists, .invalidState, .notPurchased, .clockBackwards, .paymentNotAllowed: .conflict
        case .journalFailed, .signingFailed: .internalServerError
        default: .badRequest
        }
    }
}

extension JSONObject {
    /// A text member that must be there.
    func required(_ key: String) throws(RequestError) -> String {
        guard let text = self[key]?.string, !text.isEmpty else {
            throw .invalidBody("the member \"\(key)\" is missing, or no text")
        }
        return text
    }

    /// A member that may be missing, but not be something else.
    func optional<Value>(
        _ key: String,
        _ kind: String,
        _ read: (JSONValue) -> Value?
    ) throws(RequestError) -> Value? {
        guard let value = self[key], value != .null else { return nil }
        guard let result = read(value) else { throw .invalidBody("the member \"\(key)\" is no \(kind)") }
        return result
    }
}
