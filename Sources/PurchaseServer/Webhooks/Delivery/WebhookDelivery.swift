package import Foundation

/// An event on its way to one endpoint.
package struct WebhookDelivery: Sendable, Hashable {
    /// How it stands.
    package enum State: String, Sendable {
        /// It will be sent, perhaps again.
        case pending
        /// The receiver has it.
        case delivered
        /// It was tried so often that it is tried no more; it can be sent again by hand.
        case dead
    }

    package let identifier: Int64
    package let endpoint: String
    /// The event's identifier; nil for a notification of the App Store that is forwarded.
    package let event: String?
    package let type: String
    package let state: State
    /// How many times it was tried.
    package let attempts: Int
    /// When it is tried next.
    package let nextAttempt: Date?
    /// The HTTP status of the last answer.
    package let lastStatus: Int?
    /// What went wrong last.
    package let lastFailure: String?
}

/// A delivery that is due, with all that is needed to send it.
package struct DueDelivery: Sendable {
    package let identifier: Int64
    package let endpoint: WebhookEndpoint
    package let secrets: [WebhookSecret]
    package let eventIdentifier: String
    package let body: Data
    package let attempts: Int
    /// What is needed to tell it in other words; nil for our own.
    var source: RevenueCatEventSource?
}

/// What came of one attempt.
package struct WebhookAttempt: Sendable, Hashable {
    package let date: Date
    /// The HTTP status, if there was an answer.
    package let status: Int?
    /// What went wrong; nil if the receiver has it.
    package let failure: String?

    package init(date: Date, status: Int?, failure: String?) {
        self.date = date
        self.status = status
        self.failure = failure
    }
}
