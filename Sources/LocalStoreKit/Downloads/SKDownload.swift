public import Foundation
import Locking

/// Where a download stands.
// StoreKit closes this one (`NS_CLOSED_ENUM`), so there are no numbers without a name.
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
    let task: Locked<DownloadTask?>
    private weak var owner: SKPaymentTransaction?

    /// A download of nothing, for subclasses.
    public override init() {
        task = Locked(nil)
        super.init()
    }

    init(_ task: DownloadTask, of transaction: SKPaymentTransaction) {
        self.task = Locked(task)
        owner = transaction
        super.init()
    }

    /// Where the download stands.
    open var state: SKDownloadState { look(\.state) ?? .waiting }

    /// Where the download stands.
    open var downloadState: SKDownloadState { state }

    /// The size in bytes.
    open var contentLength: Int64 { expectedContentLength }

    /// The size in bytes.
    open var expectedContentLength: Int64 { look(\.content.length) ?? 0 }

    /// Which content it is: the identifier of its product.
    open var contentIdentifier: String { look(\.content.productIdentifier) ?? "" }

    /// The folder with the content, as it is in the store; set once ``state`` is `.finished`.
    ///
    /// Move it: it is where the system may remove it.
    open var contentURL: URL? { state == .finished ? look(\.target) : nil }

    /// The version of the content.
    open var contentVersion: String { look(\.content.version) ?? "" }

    /// Why the download failed.
    open var error: (any Error)? { task.withLock { $0?.error } }

    /// How much has arrived, 0 to 1.
    open var progress: Float { look(\.progress) ?? 0 }

    /// How long it will still take, in seconds; unknown until nothing is left.
    open var timeRemaining: TimeInterval { state == .finished ? 0 : SKDownloadTimeRemainingUnknown }

    /// The purchase that the content belongs to; an empty one if that does not live any more.
    open var transaction: SKPaymentTransaction { owner ?? SKPaymentTransaction() }

    private func look<Value: Sendable>(_ path: any KeyPath<DownloadTask, Value> & Sendable) -> Value? {
        task.withLock { $0?[keyPath: path] }
    }
}
