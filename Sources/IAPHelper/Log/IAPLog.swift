import Locking

#if canImport(os)
    import Foundation
    import os
#endif

/// The log of the helper: everything it tells the app, and why.
///
/// Entries go to ``sink``. Without one they go to the system's log under the category `IAP`: notifications in the open,
/// free text as private data. Platforms without the system's log have none.
public struct IAPLog: Sendable {
    private let sinkValue = Locked((@Sendable (IAPLogEntry) -> Void)?.none)

    init() {}

    /// Who is told, on any thread, of each entry, instead of the system's log.
    public var sink: (@Sendable (IAPLogEntry) -> Void)? {
        get { sinkValue.withLock { $0 } }
        nonmutating set { sinkValue.withLock { $0 = newValue } }
    }

    /// Logs a notification.
    public static func event(_ event: IAPNotification) {
        IAPHelper.shared.log.note(event)
    }

    /// Logs a notification about a product.
    public static func event(_ event: IAPNotification, productId: ProductId) {
        IAPHelper.shared.log.note(event, productId: productId)
    }

    /// Logs free text.
    public static func event(_ event: String) {
        IAPHelper.shared.log.note(event)
    }

    func note(_ notification: IAPNotification, productId: ProductId? = nil, error: (any Error)? = nil) {
        write(
            IAPLogEntry(
                notification: notification,
                productId: notification.productId ?? productId,
                message: nil,
                error: error
            )
        )
    }

    func note(_ message: String, error: (any Error)? = nil) {
        write(IAPLogEntry(notification: nil, productId: nil, message: message, error: error))
    }

    private func write(_ entry: IAPLogEntry) {
        if let sink { return sink(entry) }
        #if canImport(os)
            if entry.message == nil {
                Self.system.log("\(entry.description, privacy: .public)")
            } else {
                Self.system.info("\(entry.description, privacy: .private)")
            }
        #endif
    }

    #if canImport(os)
        private static let system = Logger(subsystem: Bundle.main.bundleIdentifier ?? "IAPHelper", category: "IAP")
    #endif
}
