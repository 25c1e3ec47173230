public import AppStoreModels

/// Which of Apple's two `verifyReceipt` servers is asked.
public enum VerifyReceiptEndpoint: Sendable, Hashable, CaseIterable {
    /// `buy.itunes.apple.com`
    case production
    /// `sandbox.itunes.apple.com`
    case sandbox

    /// What it accepts receipts of.
    public var environment: AppStoreEnvironment {
        switch self {
        case .production: .production
        case .sandbox: .sandbox
        }
    }
}
