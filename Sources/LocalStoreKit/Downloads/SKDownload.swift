public import Foundation

/// Where a download stands.
@frozen
public enum SKDownloadState: Int, Sendable {
    /// Not started yet.
    case waiting = 0
    /// Running.
    case active = 1
    /// Stopped for a while.
    case paused = 2
    /// Done; the content is at ``SKDownload/contentURL``.
    case finished = 3
    /// Ended with ``SKDownload/error``.
    case failed = 4
    /// Ended by the app.
    case cancelled = 5
}

/// The time remaining of a download that cannot tell.
public let SKDownloadTimeRemainingUnknown: TimeInterval = -1

/// The content that the store hosts for a product.
open class SKDownload: NSObject {
    private let storedTransaction: SKPaymentTransaction

    /// A download of nothing, for subclasses.
    public override init() {
        storedTransaction = SKPaymentTransaction()
        super.init()
    }

    /// Where the download stands.
    open var state: SKDownloadState { .waiting }

    /// Where the download stands.
    open var downloadState: SKDownloadState { state }

    /// The size in bytes.
    open var contentLength: Int64 { expectedContentLength }

    /// The size in bytes.
    open var expectedContentLength: Int64 { 0 }

    /// Which content it is.
    open var contentIdentifier: String { "" }

    /// Where the content is; set once ``state`` is `.finished`.
    open var contentURL: URL? { nil }

    /// The version of the content.
    open var contentVersion: String { "" }

    /// Why the download failed.
    open var error: (any Error)? { nil }

    /// How much has arrived, 0 to 1.
    open var progress: Float { 0 }

    /// How long it will still take, in seconds.
    open var timeRemaining: TimeInterval { SKDownloadTimeRemainingUnknown }

    /// The purchase that the content belongs to.
    open var transaction: SKPaymentTransaction { storedTransaction }
}
