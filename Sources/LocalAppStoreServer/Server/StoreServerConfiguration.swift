public import HTTPServing

/// Where a ``LocalStoreServer`` listens and how much it takes in.
public struct StoreServerConfiguration: Sendable, Hashable {
    /// The address to listen on; by default this machine only.
    public var host: String
    /// The port to listen on; 0 picks a free one, ``LocalStoreServer/baseURL`` tells which.
    ///
    /// Certificates name this address as that of their OCSP responder, so with 0 what was signed before a restart cannot
    /// be asked about any more. Give a store in a folder a port of its own.
    public var port: Int
    /// The port of a second listener that speaks TLS, also as Apple's servers; nil for none, 0 for any free one.
    ///
    /// Who is led there by the name `api.storekit.apple.com` or another of Apple's finds what Apple has there. The
    /// certificate is below the store's own root, which ``LocalStoreServer/tlsRootPEM`` tells.
    public var tlsPort: Int?
    /// Whether an address that other machines can reach is allowed.
    ///
    /// The store trusts everybody who can talk to it: any caller may buy, refund and move the clock.
    public var acceptsOtherMachines: Bool
    /// Names, without ports, by which the store may be asked besides this machine's own and, where other machines may
    /// ask, IP addresses. Requests by other names are refused, because a web page can bend its own name to this machine.
    public var allowedNames: [String]
    /// The longest body of a `verifyReceipt` request, in bytes. A receipt of 8 MB is a third larger in base64.
    public var maximumReceiptBody: Int
    /// The longest body of any other request, in bytes.
    public var maximumControlBody: Int
    /// The longest snapshot that is taken in, in bytes; it is held in memory.
    public var maximumSnapshot: Int
    /// How many connections and how much of their bodies the server holds, and how long it waits for anybody.
    ///
    /// The body of a snapshot is held besides `bodyBytes`.
    public var limits: ServerLimits

    /// A configuration; the defaults serve this machine only, on a free port.
    public init(
        host: String = "127.0.0.1",
        port: Int = 0,
        tlsPort: Int? = nil,
        acceptsOtherMachines: Bool = false,
        allowedNames: [String] = [],
        maximumReceiptBody: Int = 12 * 1024 * 1024,
        maximumControlBody: Int = 64 * 1024,
        maximumSnapshot: Int = 1024 * 1024 * 1024,
        limits: ServerLimits = ServerLimits()
    ) {
        self.host = host
        self.port = port
        self.tlsPort = tlsPort
        self.acceptsOtherMachines = acceptsOtherMachines
        self.allowedNames = allowedNames
        self.maximumReceiptBody = maximumReceiptBody
        self.maximumControlBody = maximumControlBody
        self.maximumSnapshot = maximumSnapshot
        self.limits = limits
    }

    /// Whether only this machine can reach ``host``.
    public var isLoopback: Bool { HostName(host).isLoopback }

    /// The host as it stands in a URL.
    var urlHost: String { Self.inURL(host) }

    private static func inURL(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// A host by which the server can be asked, as it stands in a URL: where it listens on all addresses, a name that it
    /// was given, else this machine's own.
    var reachableURLHost: String {
        let given = allowedNames.first.map(Self.inURL)
        return switch host {
        case "0.0.0.0": given ?? "127.0.0.1"
        case "::": given ?? "[::1]"
        default: urlHost
        }
    }

    /// Refuses a port that is none, and an address that others can reach without permission.
    ///
    /// - Throws: `invalidPort`, `notLoopback`, `invalidName`, `invalidLimit`
    public func check() throws(StoreServerError) {
        if let port = [port, tlsPort ?? 0].first(where: { !(0...65_535).contains($0) }) {
            throw StoreServerError(.invalidPort, "\(port) is no port; choose 1 to 65535, or 0 for any free one")
        }
        guard isLoopback || acceptsOtherMachines else {
            throw StoreServerError(
                .notLoopback,
                "\(host) can be reached from other machines, and the local App Store obeys every caller; "
                    + "listen on 127.0.0.1, or allow other machines explicitly"
            )
        }
        if let mistake = allowedNames.lazy.compactMap(OwnNames.mistake).first {
            throw StoreServerError(.invalidName, mistake)
        }
        if let mistake = limits.mistake { throw StoreServerError(.invalidLimit, mistake) }
    }
}
