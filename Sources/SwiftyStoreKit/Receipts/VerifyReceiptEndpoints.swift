public import Foundation

/// Where `verifyReceipt` is asked.
public struct VerifyReceiptEndpoints: Sendable {
    /// For production receipts.
    public var production: URL

    /// For receipts of the sandbox.
    public var sandbox: URL

    /// Two addresses.
    public init(production: URL, sandbox: URL) {
        self.production = production
        self.sandbox = sandbox
    }

    /// The addresses of a local store that is served at `server`.
    public init(localStore server: URL) {
        self.init(
            production: server.appendingPathComponent("production/verifyReceipt"),
            sandbox: server.appendingPathComponent("sandbox/verifyReceipt")
        )
    }
}
