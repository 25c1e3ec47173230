public import AppStoreTrust
public import Foundation

/// How the customer and the device behave; may change at any time.
public struct LocalDeviceSettings: Sendable {
    /// Whether purchases are allowed here; false is a parental restriction.
    public var canMakePayments = true

    /// Whether sheets are shown; without them a payment counts as confirmed, and no price increase is answered.
    public var showsDialogs: @Sendable () -> Bool = { true }

    /// What the customer does on the payment sheet.
    public var paymentSheet: @Sendable (SheetPayment) -> SheetAnswer = { _ in .confirm }

    /// What the customer answers to a higher price of a subscription.
    public var priceConsentSheet: @Sendable (SheetPriceIncrease) -> PriceIncreaseAnswer = { _ in .notNow }

    /// What the customer types on the sheet for offer codes; nil closes it.
    ///
    /// The sheet stays open for a code that the store refuses, and then shows the refusal that is passed here.
    public var codeRedemptionSheet: @Sendable (_ refusal: (any Error)?) -> String? = { _ in nil }

    /// The folder whose content the store hosts: a folder for each product, named by the product's identifier.
    ///
    /// `ContentVersion` of a `ContentInfo.plist` in it is the version of the content.
    public var hostedContentFolder: URL?

    /// How many bytes of a download arrive at a time; observers hear of each arrival.
    public var downloadChunkLength = 256 * 1_024

    /// Runs something so many seconds later, on any thread: answers that a fault of the store makes slow come through it.
    ///
    /// By default real time passes. A test keeps what it is given, and runs it when it likes.
    public var pause: @Sendable (TimeInterval, @escaping @Sendable () -> Void) -> Void = { seconds, work in
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: work)
    }

    /// How many seconds longer than it was told ``pause`` may take until who waits gives up.
    package var pauseLeeway: TimeInterval = 60

    /// Seconds since some moment, to tell how long a delegate takes to answer.
    package var uptime: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }

    /// Whether the customer signs in when a restore or a receipt refresh asks for it.
    public var signsIn = true

    /// What the store's next answer to an operation is, if it is not an answer: the error that the operation fails with.
    ///
    /// An error of one API reaches an app of the other as the one that means the same there. It must not wait for anybody: on
    /// StoreKit 2 it may be asked on a thread that the app's tasks share.
    public var failure: @Sendable (StoreOperation) -> (any Error)? = { _ in nil }

    /// Whether renewals and purchases on other devices reach a running app at once.
    ///
    /// The App Store delivers them at the next launch or when the app comes to the foreground.
    public var deliversOtherPurchasesAtOnce = false

    /// What the customer does on the sheet for refunds; where no sheets are shown, a refund is asked for.
    public var refundSheet: @Sendable (SheetRefund) -> RefundAnswer = { _ in .submit(.other) }

    /// What the customer does on the sheet for subscriptions before closing it; nothing where no sheets are shown.
    public var subscriptionsSheet: @Sendable (SheetSubscriptions) -> [SubscriptionChoice] = { _ in [] }

    /// Whose signatures the device trusts; nil for the store's, and nobody else's.
    public var trustPolicy: TrustPolicy?

    /// What is wrong with everything that is signed from now on; nil if only real checks decide. Asked once for what is looked at
    /// together.
    public var verificationFailure: @Sendable () -> VerificationResult<Any>.VerificationError? = { nil }

    /// Whether finished consumables stay in ``Transaction/all``: `SKIncludeConsumableInAppPurchaseHistory` of the app's
    /// Info.plist, unless it is set here.
    public var includesConsumablesInHistory =
        Bundle.main.object(forInfoDictionaryKey: "SKIncludeConsumableInAppPurchaseHistory") as? Bool ?? false

    /// From which age on the app may be used, as the App Store rates it; nil where nothing is said.
    public var ageRatingCode: Int?

    /// Purchases outside of the App Store.
    public var externalPurchases = ExternalPurchaseSettings()

    /// A device on which everything succeeds.
    public init() {}
}

/// What the payment sheet shows.
public struct SheetPayment: Sendable {
    /// The product that is being bought.
    public let productIdentifier: String

    /// How many of it.
    public let quantity: Int
}

/// What the customer does on the payment sheet.
public enum SheetAnswer: Sendable {
    /// Buys.
    case confirm
    /// Cancels; the transaction fails with ``SKError/paymentCancelled``.
    case cancel
    /// The purchase fails with this error.
    case fail(SKError)
}

/// What the price consent sheet shows.
public struct SheetPriceIncrease: Sendable {
    /// The subscription's product.
    public let productIdentifier: String

    /// The price from the next period on.
    public let price: Decimal

    /// The price's currency, ISO 4217.
    public let currency: String
}

/// What the customer does on the price consent sheet.
public enum PriceIncreaseAnswer: Sendable {
    /// Agrees: the subscription renews at the higher price.
    case agree
    /// Refuses: the subscription ends with its period.
    case refuse
    /// Closes the sheet; without an answer the subscription ends with its period.
    case notNow
}
