import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What time it is elsewhere, by the header `Date` (RFC 9110) of whatever a server answers.
struct RemoteClock: Sendable {
    /// The header `Date` of an answer; nil for none.
    var header: @Sendable (URL) async -> String? = { url in
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.httpMethod = "HEAD"
        guard let (_, response) = try? await URLSession.shared.data(for: request) else { return nil }
        return (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Date")
    }

    func date(at url: URL) async -> Date? { await header(url).flatMap(Self.date) }

    /// A date as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(from text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
