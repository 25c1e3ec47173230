import AppStoreModels
import Foundation

/// What time it is elsewhere, by the header `Date` (RFC 9110) of whatever a server answers.
struct RemoteClock: Sendable {
    let transport: any HTTPTransport

    /// The moment of an answer; nil without one.
    func date(at url: URL) async -> Date? {
        let request = HTTPTransportRequest(url: url, method: "HEAD", timeout: 10, maximumResponseLength: 65_536)
        return (try? await transport.send(request))?.dateHeader.flatMap(Self.date)
    }

    /// A date as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(from text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
