import Foundation

extension StoreError.Code {
    /// There is no such image of retention messages.
    public static let unknownImage = Self(rawValue: "unknown-image")
    /// There is no such retention message.
    public static let unknownMessage = Self(rawValue: "unknown-message")
    /// No customer is about to cancel this subscription.
    public static let unknownCancellation = Self(rawValue: "unknown-cancellation")
    /// A rule of Retention Messaging is broken.
    public static let messagingRefused = Self(rawValue: "messaging-refused")
}

extension StoreError {
    /// A refusal for which the App Store's servers have a number.
    init(_ code: Code, answered number: Int, _ reason: String) {
        self.init(code, reason)
        appStoreCode = number
    }

    /// A rule of Retention Messaging is broken.
    static func messaging(_ number: Int, _ reason: String) -> StoreError {
        StoreError(.messagingRefused, answered: number, reason)
    }

    static func noImage(_ id: UUID) -> StoreError {
        StoreError(.unknownImage, answered: 4_040_014, "there is no image \(id.uuidString.lowercased())")
    }

    static func noMessage(_ id: UUID) -> StoreError {
        StoreError(.unknownMessage, answered: 4_040_015, "there is no message \(id.uuidString.lowercased())")
    }
}
