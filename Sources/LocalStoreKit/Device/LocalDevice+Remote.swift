public import AppReceipt
package import AppStoreModels
public import Foundation
package import Locking
import OutgoingURLSession

extension LocalDevice {
    /// A device on a store that runs elsewhere, such as `purser store serve`.
    ///
    /// The store may stop and start again: the device reconnects, and what happened in between is delivered then.
    ///
    /// - Parameters:
    ///   - storeURL: Where the store listens, for example `http://127.0.0.1:8081`.
    ///   - account: An account of the store; it is created if the store does not have it.
    ///   - identifier: What the receipts of this device are bound to.
    ///   - receiptURL: Where the receipt is kept; nil for a new folder among the temporary files.
    ///   - callbackQueue: Where observers and delegates are called; must be serial.
    public convenience init(
        storeURL: URL,
        account: String,
        identifier: DeviceIdentifier,
        receiptURL: URL? = nil,
        callbackQueue: DispatchQueue = .main
    ) {
        let pauses = DispatchQueue(label: "LocalStoreKit.reconnect")
        self.init(
            storeURL: storeURL,
            transport: URLSessionTransport(),
            account: account,
            identifier: identifier,
            receiptURL: receiptURL,
            callbacks: CallbackQueue(callbackQueue),
            work: CallbackQueue(DispatchQueue(label: "LocalStoreKit.work")),
            retry: CallbackQueue { pauses.asyncAfter(deadline: .now() + 1, execute: $0) }
        )
    }

    /// The same, with a transport and queues of the caller's making.
    ///
    /// - Parameters:
    ///   - retry: Runs after a pause what it is given, when the store could not be reached.
    ///   - timeout: After how many seconds without an answer a message has failed.
    package convenience init(
        storeURL: URL,
        transport: any HTTPTransport,
        account: String,
        identifier: DeviceIdentifier,
        receiptURL: URL? = nil,
        callbacks: CallbackQueue,
        work: CallbackQueue,
        retry: CallbackQueue,
        timeout: TimeInterval = 15
    ) {
        self.init(
            session: RemoteStoreSession(
                StoreConnection(url: storeURL, transport: transport, timeout: timeout),
                account: account,
                device: identifier,
                retry: retry
            ),
            receiptURL: receiptURL,
            callbacks: callbacks,
            work: work
        )
    }
}

extension LocalDevice {
    /// Lets the StoreKit classes of this process work on a store that runs elsewhere.
    ///
    /// - Parameters:
    ///   - storeURL: Where the store listens, for example `http://127.0.0.1:8081`.
    ///   - account: An account of the store; it is created if the store does not have it.
    ///   - identifier: What the receipts of the device are bound to.
    ///   - callbackQueue: Where observers and delegates are called; must be serial.
    /// - Returns: The device that is in use from now on.
    @discardableResult
    public static func use(
        _ storeURL: URL,
        account: String = "customer",
        identifier: DeviceIdentifier = usualIdentifier,
        callbackQueue: DispatchQueue = .main
    ) -> LocalDevice {
        let device = LocalDevice(
            storeURL: storeURL,
            account: account,
            identifier: identifier,
            callbackQueue: callbackQueue
        )
        use(device)
        return device
    }
}
