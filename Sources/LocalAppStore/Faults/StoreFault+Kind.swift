extension StoreFault {
    /// What goes wrong. The documentation of each says what an app sees, and what counts as one strike.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }
}

// MARK: Purchases; each purchase is a strike

extension StoreFault.Kind {
    /// The customer is charged, but the transaction fails with `failure` (`unknown` if none is given). The transaction
    /// arrives, purchased, when the app comes to the foreground or is launched again.
    public static let chargeThenError = Self(rawValue: "chargeThenError")
    /// The bug of iOS 18.3.1 to 18.5: the purchase succeeds, the transaction fails with `paymentCancelled`. The purchased
    /// transaction arrives later, as with ``chargeThenError``.
    public static let cancelledAfterSuccess = Self(rawValue: "cancelledAfterSuccess")
    /// Nothing is charged; the transaction fails with `failure` (`unknown` if none is given).
    public static let purchaseFails = Self(rawValue: "purchaseFails")
    /// The bug of iOS 18.2: the payment sheet does not appear. The transaction stays in the state `purchasing` until the
    /// app is launched again; nothing is charged.
    public static let sheetNeverShown = Self(rawValue: "sheetNeverShown")
    /// The purchased transaction is delivered twice, as two objects with one identifier.
    public static let duplicateDelivery = Self(rawValue: "duplicateDelivery")
    /// While it is in force the device is signed in to `otherAccountID`: purchases are charged there, and receipt, restore
    /// and unfinished transactions are those of the other account.
    public static let accountSwitch = Self(rawValue: "accountSwitch")
    /// When the customer confirms, the account has moved to `storefront`, for good: the observers hear of it, and the
    /// queue's delegate is asked whether the purchase continues.
    public static let storefrontSwitch = Self(rawValue: "storefrontSwitch")
}

// MARK: What StoreKit 2 shows

extension StoreFault.Kind {
    /// The bug of the Mac: for `seconds` of store time after a purchase the current entitlements do not have it. In force
    /// until it is cleared.
    public static let entitlementLate = Self(rawValue: "entitlementLate")
    /// The bug of launches after several renewals: what is not finished comes newest first, so that an app that keeps what it
    /// heard last believes the oldest. In force until it is cleared.
    public static let unfinishedNewestFirst = Self(rawValue: "unfinishedNewestFirst")
    /// The bug of the simulator of iOS 27: a purchase that a parent refuses is delivered all the same. Each refusal is a
    /// strike.
    public static let refusalIgnored = Self(rawValue: "refusalIgnored")
}

// MARK: Finishing; each transaction that the app finishes is a strike

extension StoreFault.Kind {
    /// The store does not hear that a transaction was finished. It leaves the app's queue, and is delivered again when
    /// the app comes to the foreground or is launched again.
    public static let finishLost = Self(rawValue: "finishLost")
    /// The store hears it `seconds` of store time later; until then the transaction is delivered again as with
    /// ``finishLost``.
    public static let finishLate = Self(rawValue: "finishLate")
}

// MARK: Product requests; each request is a strike

extension StoreFault.Kind {
    /// The answer takes `seconds`, by the scheduler of the device.
    public static let productRequestSlow = Self(rawValue: "productRequestSlow")
    /// The request fails with `failure` (`unknown` if none is given).
    public static let productRequestFails = Self(rawValue: "productRequestFails")
    /// The bug of simulators from iOS 18.4 to 26: the request succeeds, no product comes, and every identifier is
    /// reported as invalid.
    public static let emptyProductList = Self(rawValue: "emptyProductList")
}

// MARK: Restoring; each restore is a strike

extension StoreFault.Kind {
    /// The restore fails with `failure` (`unknown` if none is given).
    public static let restoreFails = Self(rawValue: "restoreFails")
}

// MARK: Receipts and signatures; each receipt that a device fetches is a strike

extension StoreFault.Kind {
    /// No receipt is on the device, also after a purchase or a refresh that succeeds.
    public static let receiptMissing = Self(rawValue: "receiptMissing")
    /// The second half of the receipt is missing: nobody can read it.
    public static let receiptDamaged = Self(rawValue: "receiptDamaged")
    /// One bit inside the receipt's payload is wrong: it can be read, but its signature does not fit.
    public static let receiptAltered = Self(rawValue: "receiptAltered")
    /// Receipts and JWS claim `environment`; if none is given, sandbox in production and production elsewhere. A server
    /// that sends such a receipt to `verifyReceipt` is told 21007 or 21008.
    public static let wrongEnvironment = Self(rawValue: "wrongEnvironment")
    /// Receipts and JWS are signed with a certificate that had expired a day before.
    public static let expiredCertificate = Self(rawValue: "expiredCertificate")
    /// Receipts and JWS are signed with a certificate that the store's OCSP responder reports as revoked. Who does not ask
    /// it notices nothing.
    public static let revokedCertificate = Self(rawValue: "revokedCertificate")
}

// MARK: The device

extension StoreFault.Kind {
    /// The device's clock is wrong by `seconds`; the store's is right. In force until it is cleared.
    public static let clockJump = Self(rawValue: "clockJump")
    /// The device cannot reach the store: requests, restores and purchases fail with `URLError.notConnectedToInternet`,
    /// a finish is not heard, nothing is delivered. Each of these operations is a strike. What happened meanwhile arrives
    /// when the device is online again.
    public static let offline = Self(rawValue: "offline")
    /// The bug of iOS 18.0 to 18.3.2: the connection to the system's store service breaks. As ``offline``, but with
    /// `SKError.unknown` above `NSCocoaErrorDomain` 4097.
    public static let connectionLost = Self(rawValue: "connectionLost")
}

// MARK: Notifications; each notification of the account and product is a strike, or at a `rate` that many of a hundred

extension StoreFault.Kind {
    /// A notification does not arrive: its first `attempts`, or if none are given all of them, end with `result`
    /// (`TIMED_OUT` if none is given) and never reach the developer. Retries happen by the usual schedule.
    public static let notificationLost = Self(rawValue: "notificationLost")
    /// A notification is sent `seconds` of store time late.
    public static let notificationLate = Self(rawValue: "notificationLate")
    /// A notification is sent twice: the same bytes, the same `notificationUUID`.
    public static let notificationDuplicated = Self(rawValue: "notificationDuplicated")
    /// A notification is overtaken by the next one, or sent an hour of store time late if there is none until then.
    public static let notificationOvertaken = Self(rawValue: "notificationOvertaken")
    /// The `signedDate` of a notification is wrong by `seconds`, negative for too early, so that the dates of two do not
    /// have the order in which things happened. What is signed inside keeps its right date.
    public static let notificationMisdated = Self(rawValue: "notificationMisdated")

    /// What can happen to one notification, in this order.
    static let ofNotifications: [Self] = [
        .notificationLost, .notificationLate, .notificationDuplicated, .notificationOvertaken, .notificationMisdated,
    ]
}
