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
        production: URL(appleHost: "buy.itunes.apple.com", path: "/verifyReceipt"),
        sandbox: URL(appleHost: "sandbox.itunes.apple.com", path: "/verifyReceipt")
    )

    package func url(of environment: AppStoreEnvironment) -> URL {
        environment == .production ? production : sandbox
    }
}
