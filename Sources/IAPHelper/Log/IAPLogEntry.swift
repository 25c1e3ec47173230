import AppReceipt
import Foundation

/// One entry of the log: a notification or a text, and the error behind it.
public struct IAPLogEntry: Sendable, CustomStringConvertible {
    /// What was told.
    public let notification: IAPNotification?

    /// The product it is about.
    public let productId: ProductId?

    /// Free text.
    public let message: String?

    /// Why, as the store, the receipt or the storage said it.
    public let error: (any Error)?

    /// One line, with the kind of the error and not its text: that may say what must not be in a log.
    public var description: String {
        let words = notification?.shortDescription() ?? message ?? ""
        let product = notification?.productId == nil ? productId.map { ": " + $0 } ?? "" : ""
        return words + product + (error.map { " (\($0.kind))" } ?? "")
    }
}

extension Error {
    /// Which error it is, in a word or two.
    fileprivate var kind: String {
        switch self {
        case let error as AppReceiptError: return error.code.rawValue
        case let error as IAPConfigurationError: return error.code.rawValue
        default:
            let foundation = self as NSError
            return "\(foundation.domain) \(foundation.code)"
        }
    }
}
