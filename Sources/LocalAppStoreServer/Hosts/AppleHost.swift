import HTTPServing

/// A name by which Apple's servers are asked, and what answers there.
///
/// Programs that ask for them, and are led here by a hosts file, need no changed line.
enum AppleHost: String, CaseIterable {
    /// The App Store Server API in production.
    case production = "api.storekit.apple.com"
    /// The App Store Server API in the sandbox.
    case sandbox = "api.storekit-sandbox.apple.com"
    /// Its earlier name, which clients of before 2025 ask for.
    case earlierProduction = "api.storekit.itunes.apple.com"
    /// Its earlier name, which clients of before 2025 ask for.
    case earlierSandbox = "api.storekit-sandbox.itunes.apple.com"
    /// `verifyReceipt` in production.
    case receipts = "buy.itunes.apple.com"
    /// `verifyReceipt` in the sandbox.
    case sandboxReceipts = "sandbox.itunes.apple.com"

    /// The host in an authority, with or without port; nil if it is none of Apple's.
    init?(authority: String) {
        guard let host = HostName(authority: authority) else { return nil }
        self.init(rawValue: host.name)
    }

    /// Where the store has what is asked of this host: below `/production` or `/sandbox`.
    ///
    /// - Parameter path: The path, as the request has it.
    /// - Returns: Nil for a path that this host does not have.
    func place(of path: String) -> String? {
        let isReceipt = path == "/verifyReceipt"
        guard isReceipt == isForReceipts, isReceipt || ServerAPIError.isOfAPI(path.split(separator: "/").first) else {
            return nil
        }
        return "/" + environment + path
    }

    /// Whether it answers `verifyReceipt`, and not the App Store Server API.
    var isForReceipts: Bool { self == .receipts || self == .sandboxReceipts }

    private var environment: String {
        switch self {
        case .production, .earlierProduction, .receipts: "production"
        case .sandbox, .earlierSandbox, .sandboxReceipts: "sandbox"
        }
    }
}
