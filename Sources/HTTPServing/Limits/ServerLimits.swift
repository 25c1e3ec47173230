/// How much a server takes from the outside, and for how long it waits for anybody.
///
/// The defaults hold a server in 256 MB and 128 file descriptors, whatever is sent. Times are in seconds.
public struct ServerLimits: Sendable, Hashable {
    /// The most connections at once; more are answered 503 at once.
    ///
    /// Inside of connections that speak HTTP/2 there are at most as many requests at once, over all of them together.
    ///
    /// Where the system allows few file descriptors there are fewer: some stay free for everything else, half of 128, a quarter
    /// of many.
    public var connections = 1_024
    /// How long a connection may be open without a request.
    public var idleSeconds: Double = 60
    /// How long a client may take to shake hands, where the server speaks TLS; then the connection is closed.
    ///
    /// The server's own arithmetic counts within it, so it must leave room for a machine that is busy.
    public var handshakeSeconds: Double = 10
    /// How long the head of a request may take from its first byte on; then 408.
    public var headSeconds: Double = 10
    /// The longest head of a request, in bytes.
    public var headBytes = 16 * 1024
    /// How long the body of a request may take after its head; then 408. A second is added for each 256 KB that came.
    public var bodySeconds: Double = 30
    /// The most bytes of bodies that are held at once over all requests; a request that needs more is answered 503.
    public var bodyBytes = 32 * 1024 * 1024
    /// The most bytes of answers above 32 KB that are held at once until they have been read; a request whose answer needs
    /// more is answered 503. One that is longer than this goes out besides, one at a time.
    package var answerBytes = 32 * 1024 * 1024
    /// How long somebody who reads an answer may take for 64 KB of it; then the connection is closed.
    public var answerSeconds: Double = 30
    /// How long a connection stays open after its last answer for what the other side still sends.
    public var lingerSeconds: Double = 2
    /// How long requests may go on after the server was asked to end; then all connections are closed.
    public var shutdownSeconds: Double = 10

    /// The defaults.
    public init() {}

    /// The limit that is out of range, and what it must be; nil if all can work.
    package var mistake: String? {
        let counts = [("connections", connections), ("headBytes", headBytes), ("bodyBytes", bodyBytes)]
        if let (name, count) = counts.first(where: { $0.1 < 1 }) { return "\(name) is \(count); it must be at least 1" }
        let times = [
            ("idleSeconds", idleSeconds), ("handshakeSeconds", handshakeSeconds), ("headSeconds", headSeconds),
            ("bodySeconds", bodySeconds), ("answerSeconds", answerSeconds), ("lingerSeconds", lingerSeconds),
            ("shutdownSeconds", shutdownSeconds),
        ]
        // Above that, adding to an instant could overflow; no server needs a day.
        let range = 0.001...86_400
        guard let (name, seconds) = times.first(where: { !range.contains($0.1) }) else { return nil }
        return "\(name) is \(seconds); it must be between 0.001 and 86400"
    }
}
