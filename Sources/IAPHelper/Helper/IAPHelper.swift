public import AppReceipt
public import Foundation
import Locking
public import SwiftyStoreKit

/// In-app purchases with the functions of the tutorial's helper.
///
/// Ask for ``shared`` when the app starts: from then on the helper hears of purchases. Completions run on the main queue,
/// never inside the call that caused them, and hear each notification once. One purchase runs at a time.
///
/// The helper takes the client's handlers for itself. An app that uses it does not call `completeTransactions`, `deliver`,
/// `onEntitlementRevocation` or `shouldAddStorePaymentHandler` of `SwiftyStoreKit`.
public final class IAPHelper: NSObject, Sendable {
    /// Everything the helper tells the app, and why.
    public let log = IAPLog()

    let client: StoreClient
    let state: Locked<HelperState>

    /// A helper on a client. Apps use ``shared``; this is for tests, and for more than one payment queue.
    ///
    /// - Parameters:
    ///   - client: The client; nobody else sets its handlers.
    ///   - configuration: Names the products; nil for the app's configuration file.
    ///   - persistence: Remembers what is owned; nil for the client's own place.
    ///   - validator: What a receipt must fulfil; nil for ``currentAppValidator``.
    public init(
        client: StoreClient,
        configuration: (any IAPProductConfiguration)? = nil,
        persistence: IAPPersistence? = nil,
        validator: AppReceiptValidator? = nil
    ) {
        self.client = client
        state = Locked(
            HelperState(
                configuration: configuration,
                persistence: persistence ?? IAPPersistence(storage: client.storage),
                validator: validator
            )
        )
        super.init()
        observe()
    }

    /// Names the products, if not the app's configuration file does; setting it has the products read anew.
    public var productConfiguration: (any IAPProductConfiguration)? {
        get { state.withLock { $0.configuration } }
        set { state.withLock { $0.configure(newValue) } }
    }

    /// Remembers what is owned; set it before anything else is asked, because what is remembered is read anew.
    public var persistence: IAPPersistence {
        get { state.withLock { $0.persistence } }
        set { state.withLock { $0.persist(newValue) } }
    }

    /// What a receipt must fulfil to count.
    public var validator: AppReceiptValidator {
        get { state.withLock { $0.validator } ?? Self.currentAppValidator }
        set { state.withLock { $0.validator = newValue } }
    }

    /// Whether a purchase runs: from ``buyProduct(_:completion:)`` until it is bought, failed or deferred.
    public var isPurchasing: Bool { state.withLock { $0.isPurchasing } }

    /// Whether the customer may buy on this device.
    public class func canMakePayments() -> Bool { SwiftyStoreKit.canMakePayments }

    /// Hears what nobody else waits for: purchases from before, approved, or begun in the App Store; revocations; the change
    /// of the storefront. The last one that is set counts.
    ///
    /// A purchase that nobody waits for is finished only after `completion` has heard of it.
    public func receiveNotifications(completion: @escaping (_ notification: IAPNotification) -> Void) {
        let handler = Handler(completion)
        state.withLock { $0.listener = handler }
        client.callbacks.enqueue { [self] in
            for held in state.withLock({ $0.takeHeld() }) { arrived(held.purchase, held.copies) }
        }
    }

    /// Hears of no purchase any more; call it when the app ends. What is not finished comes back at the next launch.
    public func removeFromPaymentQueue() { client.leaveQueue() }

    /// Tells one who waits, and the log.
    func tell(_ notification: IAPNotification, _ handler: Handler<IAPNotification>?, because error: (any Error)? = nil)
    {
        log.note(notification, error: error)
        handler?(notification)
    }

    /// The same, later, on the callback queue.
    func enqueue(_ notification: IAPNotification, _ handler: Handler<IAPNotification>) {
        client.callbacks.enqueue { [self] in tell(notification, handler) }
    }
}
