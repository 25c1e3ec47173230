import AppStoreTrust
import Foundation
import LocalAppStore

/// What the StoreKit classes need of a store: the one seam between Apple's API and what answers it.
///
/// Every call runs on the device's work queue, one at a time, except ``isHere``, ``storefront``,
/// and ``eventCount``.
protocol StoreSession: Sendable {
    /// Whether the store is in this process: then nothing that it is asked takes longer than a look at its disk.
    var isHere: Bool { get }

    /// How much has happened in the store; nil for a store that is not in this process, which cannot say so at once.
    var eventCount: Int? { get }

    /// The store's own time.
    var now: Date { get }

    /// The store's own time as it was heard last; nil if it never was. Nobody is asked.
    var heardNow: Date? { get }

    /// The store's own time, where nobody has to wait for it; nil for a store that is not in this process.
    var nowAtOnce: Date? { get }

    /// Whether the account may buy.
    var canMakePayments: Bool { get }

    /// The national store of the account.
    var storefront: SKStorefront? { get }

    /// Signs in anew, because everything in the store may be different; tells whether the storefront is.
    func meetAgain() throws -> Bool

    /// The app begins an operation: asks the store whether it fails, how long it takes, and whether a sheet appears.
    func start(_ operation: DeviceOperation, product: String?) throws -> DeviceStart

    /// The products that the catalogue has, and the identifiers that it has not.
    func products(_ identifiers: Set<String>) throws -> SKProductsResponse

    /// Buys; throws what the transaction should fail with.
    func buy(_ payment: PaymentFields) throws -> SessionPurchase

    /// Redeems an offer code; nil if what it gives begins later. Throws why the store refuses it.
    func redeem(_ code: String) throws -> SessionPurchase?

    /// The purchases that were delivered to nobody who finished them.
    func unfinished() throws -> [SessionTransaction]

    /// Makes a new transaction for each finished purchase of a restorable kind.
    func restore(applicationUsername: String?) throws -> [SessionTransaction]

    /// The products whose purchase the customer began in the App Store; each is given to one device, once.
    func takePurchaseIntents() throws -> [BegunPurchase]

    /// Marks a purchase as delivered.
    func finish(_ identifier: String) throws

    /// What has become of the purchases that were held up, by their identifiers.
    func attempts() throws -> [String: SessionAttempt]

    /// The higher prices that the customer has not answered.
    func priceIncreases() throws -> [SessionPriceIncrease]

    /// Answers for the customer who was asked about a higher price.
    func answerPriceIncrease(_ identifier: String, accepts: Bool) throws

    /// The current receipt; empty if the device has none.
    func receipt(_ properties: ReceiptProperties) throws -> Data

    /// What gives the receipt as it is now, whenever it is called, on any thread; only of a store in this process.
    func receiptLater() throws -> @Sendable () throws -> Data

    /// What signed data of this device is bound to; nil for a store that signs nothing for devices.
    var verificationID: UUID? { get }

    /// Whose signatures the device trusts.
    func trust() throws -> TrustPolicy

    /// The products that the catalogue has.
    func catalogue(_ identifiers: Set<String>) throws -> SessionCatalogue

    /// Signed transactions, oldest first.
    func transactions(_ selection: DeviceSelection) throws -> [DeviceMessages.SignedTransaction]

    /// The same transactions, which a store in this process signs when somebody looks.
    func documents(_ selection: DeviceSelection) throws -> [SessionDocument]

    /// Where subscriptions stand: all, those of a group, or that of a transaction.
    func statuses(groupID: String?, transactionID: String?) throws -> DeviceMessages.Statuses

    /// Of which groups the customer may have no introductory offer, who had one or is subscribed: all, or this one.
    func groupIDsWithoutIntroduction(of groupID: String?) throws -> [String]

    /// The signed app transaction.
    func appTransaction() throws -> String

    /// Asks for a refund.
    func requestRefund(_ transactionID: String, reason: String, details: String?) throws

    /// Turns the renewal of a subscription on or off, or chooses what it renews to.
    func changeSubscription(_ originalTransactionID: String, autoRenews: Bool?, productID: String?) throws

    /// Carries out an operation of Advanced Commerce; throws the rule that the request breaks.
    func orderCommerce(_ productID: String, compactJWS: String) throws -> SessionPurchase

    /// A token for purchases outside of the App Store, as the developer's server gets it.
    func externalToken(_ kind: String) throws -> String

    /// Calls `handler` for everything that happens in the store, oldest first and several things at once, on any thread, until
    /// the result is released. It must call no foreign code.
    func observe(_ handler: @escaping @Sendable ([SessionEvent]) -> Void) -> any Sendable
}

extension StoreSession {
    var isHere: Bool { false }

    var eventCount: Int? { nil }

    func receiptLater() throws -> @Sendable () throws -> Data {
        let receipt = try receipt(ReceiptProperties())
        return { receipt }
    }

    /// Nothing goes wrong.
    func start(_ operation: DeviceOperation, product: String?) throws -> DeviceStart { DeviceStart() }
}

/// How a purchase went that did not fail.
enum SessionPurchase: Sendable {
    /// It went through; the transaction is delivered so many times.
    case purchased(SessionTransaction, deliveries: Int = 1)
    case deferred(pendingIdentifier: String)
}

/// A purchase as the store knows it.
struct SessionTransaction: Sendable {
    var identifier: String
    var date: Date
    var payment: PaymentFields
    /// The purchase that it restores.
    var original: Original?
    /// What StoreKit 2 gets of it, if the store said so together with it.
    var document: SignedDocument?

    struct Original: Sendable {
        var identifier: String
        var date: Date
    }
}

/// What has become of a purchase that was held up.
enum SessionAttempt: Sendable, Equatable {
    /// It waits, or can be taken up again.
    case open
    /// It was refused, or failed.
    case declined
    /// It became a purchase.
    case completed(transaction: String)
}

/// A higher price of a subscription, which waits for the customer's answer.
struct SessionPriceIncrease: Sendable {
    /// The subscription.
    var identifier: String
    var sheet: SheetPriceIncrease
}

/// What happens in the store without this device asking for it.
enum SessionEvent: Sendable {
    /// What StoreKit 2 has to hear of; the payment queue hears of the same by the other cases.
    case news(SessionNews)
    /// A purchase that no payment of this process asked for: a renewal, a purchase on another device.
    case purchased(SessionTransaction)
    /// A purchase that was held up went through: a deferred one was allowed, an interruption was resolved.
    case completed(pendingIdentifier: String, SessionTransaction)
    /// A deferred purchase was refused.
    case declined(pendingIdentifier: String)
    /// The products are not owned any more.
    case revoked(productIdentifiers: [String])
    /// Something happened that this device did not hear of: the store was away.
    case missed
    /// Transactions were deleted, with everything the store knew of them.
    case deleted(identifiers: Set<String>)
    /// Another state came in the place of the store's: everything may be different.
    case stateReplaced
    /// The customer has to agree to a higher price of a subscription; with the number of the event that asks for it.
    case priceIncreased(subscription: String, sequence: Int)
    /// The customer began a purchase in the App Store.
    case promoted
    /// The account moved to another national store.
    case storefrontChanged
}

extension StoreSession {
    /// In this process the time can always be heard.
    var heardNow: Date? { now }

    /// In this process nobody waits for it.
    var nowAtOnce: Date? { now }
}
