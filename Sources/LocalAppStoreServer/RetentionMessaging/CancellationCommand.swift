import AppStoreModels
import Foundation
import LocalAppStore

/// What becomes of a customer who was about to cancel.
public enum CancellationCommand: String, Sendable, Hashable, CaseIterable {
    /// Cancels all the same: renewal is turned off.
    case cancel
    /// Keeps the subscription as it is.
    case stay
    /// Takes what stood beside the message.
    case accept

    /// The same for the store.
    var choice: RetentionChoice {
        switch self {
        case .cancel: .cancel
        case .stay: .stay
        case .accept: .accept
        }
    }
}

/// What the App Store's review decides about an image or a message.
public enum RetentionReviewCommand: String, Sendable, Hashable, CaseIterable {
    /// It may be shown.
    case approve
    /// It may not be shown.
    case reject

    /// The same for the store.
    var decision: RetentionReviewState { self == .approve ? .approved : .rejected }
}
