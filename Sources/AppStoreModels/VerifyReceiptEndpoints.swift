public import Foundation

/// Where `verifyReceipt` is answered.
public struct VerifyReceiptEndpoints: Sendable, Hashable {
    /// Receipts of the App Store.
    public var production: URL
    /// Receipts of the sandbox, TestFlight and App Review.
    public var sandbox: URL

    /// These two addresses, complete with path.
    public init(production: URL, sandbox: URL) {
        self.production = production
        self.sandbox = sandbox
    }

    /// The addresses below one base: `production/verifyReceipt` and `sandbox/verifyReceipt`, as a local store has them.
    public init(base: URL) {
        production = base.appendingPathComponent("production/verifyReceipt")
        sandbox = base.appendingPathComponent("sandbox/verifyReceipt")
    }

    /// Apple's servers.
    public static let apple = VerifyReceiptEndpoints(
        production: url(host: "buy.itunes.apple.com"),
        sandbox: url(host: "sandbox.itunes.apple.com")
    )

    package func url(of environment: AppStoreEnvironment) -> URL {
        environment == .production ? production : sandbox
    }

    private static func url(host: String) -> URL {
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = host
        parts.path = "/verifyReceipt"
        // Built from three constants that always form an address; the other branch is there for the type system only.
        return parts.url ?? URL(fileURLWithPath: "/verifyReceipt")
    }
}
