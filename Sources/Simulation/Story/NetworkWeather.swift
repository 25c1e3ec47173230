/// How requests fare on a lane.
package enum NetworkWeather: String, Codable, Sendable, Hashable, CaseIterable {
    /// They arrive, and so do the answers.
    case clear
    /// They never arrive.
    case losesRequests
    /// They arrive, and are acted on; the answers are lost.
    case losesAnswers
    /// They arrive when whoever sent them has long given up, the last one first.
    case delays
    /// They arrive twice.
    case duplicates
    /// Somebody in between wants fewer of them.
    case answers429
    /// Somebody in between has a failure.
    case answers500
    /// Somebody in between says that nobody is there.
    case answers503
    /// They are acted on, and before anybody hears of it the purchase server's machine loses power.
    case crashesServer
    /// They are acted on, and before it hears of it the app is killed. On other lanes than that of the apps it is as
    /// ``losesAnswers``.
    case crashesApp

    /// The status that somebody in between answers.
    var status: Int? {
        switch self {
        case .answers429: 429
        case .answers500: 500
        case .answers503: 503
        default: nil
        }
    }
}
