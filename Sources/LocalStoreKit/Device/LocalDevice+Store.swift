public import AppReceipt
public import Foundation
public import LocalAppStore
package import Locking

extension LocalDevice {
    /// A device with the app of `store` on it, signed in to an account.
    ///
    /// - Parameters:
    ///   - store: The store, in this process.
    ///   - account: An account of the store; it is created if the store does not have it.
    ///   - identifier: What the receipts of this device are bound to.
    ///   - receiptURL: Where the receipt is kept; nil for a new folder among the temporary files.
    ///   - callbackQueue: Where observers and delegates are called; must be serial.
    /// - Throws: `invalidValue` if there can be no such account.
    public convenience init(
        store: LocalAppStore,
        account: String,
        identifier: DeviceIdentifier,
        receiptURL: URL? = nil,
        callbackQueue: DispatchQueue = .main
    ) throws(StoreError) {
        try self.init(
            store: store,
            account: account,
            identifier: identifier,
            receiptURL: receiptURL,
            callbacks: CallbackQueue(callbackQueue),
            work: CallbackQueue(DispatchQueue(label: "LocalStoreKit.work"))
        )
    }

    /// The same, with queues of the caller's making.
    package convenience init(
        store: LocalAppStore,
        account: String,
        identifier: DeviceIdentifier,
        receiptURL: URL? = nil,
        callbacks: CallbackQueue,
        work: CallbackQueue
    ) throws(StoreError) {
        try store.deviceSignIn(account)
        self.init(
            session: LocalAppStoreSession(store: store, account: account, device: identifier),
            receiptURL: receiptURL,
            callbacks: callbacks,
            work: work
        )
    }
}

extension LocalDevice {
    /// What the receipts of a device are bound to that was given no identifier.
    public static var usualIdentifier: DeviceIdentifier { .ofTests }

    /// Lets the StoreKit classes of this process work on `store`.
    ///
    /// ```swift
    /// let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
    /// LocalDevice.use(store)
    /// ```
    ///
    /// If there can be no such account, each request is answered with the reason, as by a store that runs elsewhere.
    ///
    /// - Parameters:
    ///   - store: The store, in this process.
    ///   - account: An account of the store; it is created if the store does not have it.
    ///   - identifier: What the receipts of the device are bound to.
    ///   - callbackQueue: Where observers and delegates are called; must be serial.
    /// - Returns: The device that is in use from now on.
    @discardableResult
    public static func use(
        _ store: LocalAppStore,
        account: String = "customer",
        identifier: DeviceIdentifier = usualIdentifier,
        callbackQueue: DispatchQueue = .main
    ) -> LocalDevice {
        let device = LocalDevice(
            session: session(store, account, identifier),
            receiptURL: nil,
            callbacks: CallbackQueue(callbackQueue),
            work: CallbackQueue(DispatchQueue(label: "LocalStoreKit.work"))
        )
        use(device)
        return device
    }

    private static func session(
        _ store: LocalAppStore,
        _ account: String,
        _ identifier: DeviceIdentifier
    ) -> any StoreSession {
        do throws(StoreError) {
            try store.deviceSignIn(account)
            return LocalAppStoreSession(store: store, account: account, device: identifier)
        } catch {
            return NoStoreSession(refusal: error)
        }
    }
}
