public import Foundation

/// What a customer sees who is about to cancel a subscription.
public struct RetentionSheet: Sendable, Hashable, Codable, Identifiable {
    /// The subscription.
    public let originalTransactionID: String
    /// The language of the customer's device.
    public let locale: String
    /// When it was shown, in store time.
    public let date: Date
    /// Names the question to the developer's server; nil if it was not asked.
    public let requestIdentifier: UUID?
    /// Who chose the message.
    public let source: Source
    /// The message; nil for none.
    public let messageID: UUID?
    /// What stands beside the message; nil for a message alone.
    public let offer: RetentionOffer?
    /// Why what the developer's server answered is not shown; nil if it is, or if it was not asked.
    public let failure: RetentionFailure?

    public var id: String { originalTransactionID }
}

/// What a retention message offers instead of cancelling.
public struct RetentionOffer: Sendable, Hashable, Codable {
    /// Another product of the group.
    public internal(set) var alternateProductID: String?
    /// A promotional offer as it was signed, and for which product.
    public internal(set) var promotion: PurchaseRequest?
}

/// What becomes of a customer who was about to cancel.
public enum RetentionChoice: Sendable, Hashable {
    /// Cancels all the same: renewal is turned off.
    case cancel
    /// Keeps the subscription as it is.
    case stay
    /// Takes what stood beside the message.
    case accept
}

/// Why an answer of the developer's server is not shown to a customer who is about to cancel.
public struct RetentionFailure: Error, Sendable, Hashable, Codable {
    /// The rule that the answer breaks.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// No answer came in time, or one of another status than 200 to 206.
        public static let noAnswer = Self(rawValue: "realtime-no-answer")
        /// The answer is no JSON object.
        public static let notJSON = Self(rawValue: "realtime-not-json")
        /// The answer has not exactly one of the four members.
        public static let choiceCount = Self(rawValue: "realtime-choice-count")
        /// A member of the choice is missing or of the wrong type.
        public static let member = Self(rawValue: "realtime-member")
        /// There is no such message.
        public static let unknownMessage = Self(rawValue: "realtime-unknown-message")
        /// The message, or one of its images, is not approved.
        public static let notApproved = Self(rawValue: "realtime-not-approved")
        /// The catalogue has no such product, or it is not for sale.
        public static let unknownProduct = Self(rawValue: "realtime-unknown-product")
        /// The product is in another subscription group.
        public static let foreignGroup = Self(rawValue: "realtime-foreign-group")
        /// The product is the one that renews anyway.
        public static let sameProduct = Self(rawValue: "realtime-same-product")
        /// The product is not sold on such a billing plan.
        public static let billingPlan = Self(rawValue: "realtime-billing-plan")
        /// The promotional offer, or its signature, is refused.
        public static let offerRefused = Self(rawValue: "realtime-offer-refused")
        /// The subscription is none of Advanced Commerce, so that none of its offers can be shown.
        public static let commerceRefused = Self(rawValue: "realtime-commerce-refused")
    }

    /// The rule that the answer breaks.
    public let code: Code
    /// What was seen, and what to do.
    public let reason: String
    /// How the request ended, in the words of Apple's `sendAttemptResult`.
    public let sendAttemptResult: String

    /// A failure; one of an answer that came is an invalid response.
    public init(_ code: Code, _ reason: String, sendAttemptResult: String = "INVALID_RESPONSE") {
        self.code = code
        self.reason = reason
        self.sendAttemptResult = sendAttemptResult
    }
}

/// What the developer's server is asked about a customer who is about to cancel.
package struct RetentionQuestion: Sendable, Hashable {
    /// Where to.
    package let url: String
    /// Names the question.
    package let requestIdentifier: UUID
    /// The body: `{"signedPayload":"…"}`.
    package let body: Data
    /// How long the answer may take.
    package let seconds: TimeInterval
}

extension RetentionSheet: StoredValue {
    func checkRanges() throws(Nonsense) { try offer?.promotion?.checkRanges() }
}
