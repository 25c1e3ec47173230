public import Foundation

/// How the developer's server answers; needs ``Capability/server``.
public enum ServerMood: Sendable, Hashable {
    /// It answers.
    case answers
    /// Nobody reaches it.
    case away
    /// What is sent arrives, and the answer does not.
    case losesAnswers
    /// The next request is told to come again after so many seconds; then it answers.
    case busy(seconds: Int)
    /// It refuses every request for good, and it is the developer who has to mend that.
    case refusesRequests
    /// It refuses every purchase for good: it is another customer's, and stays so.
    case refusesPurchases
    /// Somebody in between answers, with success and nothing in it.
    case gateway
    /// Somebody in between changes what it says a customer may use.
    case forged
}

/// What an app with a server says that the customer may use.
public struct ServedRights: Sendable, Hashable {
    /// Whose word it is.
    public enum Source: String, Sendable, Hashable {
        /// The server has just said it.
        case server
        /// The server has said it before.
        case remembered
        /// The device's own purchases say it.
        case device
        /// Nobody does.
        case nobody
    }

    /// Products that are owned, or run; what is used up is none of them.
    public var owned: Set<String>
    /// Whose word it is.
    public var source: Source

    /// Rights.
    public init(owned: Set<String>, source: Source) { (self.owned, self.source) = (owned, source) }
}

/// What the app has sent to the server, over all its launches.
public struct ServerTraffic: Sendable, Hashable {
    /// How often purchases were sent.
    public var uploads = 0
    /// How often it was asked what the customer may use.
    public var questions = 0
    /// How long the app has waited because the server told it to, in seconds.
    public var waited: TimeInterval = 0

    /// Nothing yet.
    public init() {}
}
