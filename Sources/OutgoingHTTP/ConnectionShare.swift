import SystemCalls

/// How many connections a process opens by itself, as far as its file descriptors allow: whoever is silent holds them, and
/// databases and those who come need some, too.
///
/// Production and sandbox of both interfaces of the App Store, and all receivers of webhooks, take six of thirty-two
/// descriptors together. `HTTPServing` leaves them free.
enum ConnectionShare {
    /// To each server, by the client that all share.
    static func toEachServer(descriptors: Int = OpenFiles.limit) -> Int {
        descriptors > 0 ? min(max(descriptors / 32, 2), 64) : 64
    }

    /// By clients that are made for one exchange, to all servers together.
    static func ofSingleExchanges(descriptors: Int = OpenFiles.limit) -> Int {
        descriptors > 0 ? min(max(descriptors / 32, 1) * 2, 256) : 256
    }
}
