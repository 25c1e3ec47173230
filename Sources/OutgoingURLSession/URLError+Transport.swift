import AppStoreModels
package import Foundation

extension URLError {
    /// Refuses an address that nothing can be sent to.
    package static func check(_ url: URL) throws(URLError) {
        do {
            _ = try HTTPAddress(url)
        } catch {
            throw URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }

    /// The whole answer was not there in time.
    static func late(_ seconds: TimeInterval) -> URLError {
        let text = "There was no whole answer within \(seconds) seconds."
        return URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// The answer has more bytes than are read.
    static func tooLong(_ limit: Int) -> URLError {
        let text = "The answer has more than \(limit) bytes."
        return URLError(.dataLengthExceedsMaximum, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
