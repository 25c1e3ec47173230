public import AppStoreModels
public import Foundation

/// A server notification of version 1. It is not signed: the password inside, which ``body(password:)`` adds, is all that
/// speaks for it.
public struct OldStyleNotification: Sendable, Hashable {
    /// What happened.
    public let type: OldStyleNotificationType
    /// When it happened, in store time; the notification itself has no date.
    public let date: Date
    /// Everything but the password.
    public let content: JSONObject

    /// What is posted.
    ///
    /// - Parameter password: The app's shared secret; nil for none.
    public func body(password: String?) -> JSONObject {
        var body = content
        body[string: "password"] = password
        return body
    }
}
