extension StoreFault {
    /// A bug that releases of Apple's systems have or had, and that apps meet until the last such device is gone.
    ///
    /// ```swift
    /// try store.setFault(StoreFault.KnownBug.cancelledAfterSuccess.fault(times: 1))
    /// ```
    ///
    /// The descriptions are what makers of purchase libraries wrote of them, and what was measured; Apple documents none.
    public struct KnownBug: Sendable, Hashable, Identifiable {
        /// The fault that imitates it.
        public let kind: Kind
        /// The releases that have it, for example `iOS 18.3.1 to 18.5`.
        public let releases: String
        /// What happens.
        public let symptom: String
        /// How an app lives with it.
        public let advice: String
        /// How long something takes, if the bug is about time.
        let seconds: Double?

        /// The name of its kind.
        public var id: String { kind.rawValue }

        private init(
            _ kind: Kind,
            _ releases: String,
            symptom: String,
            advice: String,
            seconds: Double? = nil
        ) {
            (self.kind, self.releases, self.symptom) = (kind, releases, symptom)
            (self.advice, self.seconds) = (advice, seconds)
        }

        /// The fault that imitates it, to be set in a store.
        ///
        /// - Parameters:
        ///   - times: How often it strikes; nil until it is cleared, which is all that kinds without a number can do.
        ///   - accountID: Whom it strikes; nil for every account.
        ///   - productID: Which product it strikes; nil for all. Only for kinds that are about a product.
        public func fault(times: Int? = nil, accountID: String? = nil, productID: String? = nil) -> StoreFault {
            StoreFault(
                kind,
                times: times,
                accountID: accountID,
                productID: productID,
                parameters: Parameters(seconds: seconds)
            )
        }
    }
}

extension StoreFault.KnownBug {
    /// All that the store can imitate, the newest release last.
    public static let all: [Self] = [
        connectionLost, sheetNeverShown, cancelledAfterSuccess, emptyProductList, entitlementLate,
        unfinishedNewestFirst, refusalIgnored,
    ]

    /// The connection to the system's store service breaks.
    public static let connectionLost = Self(
        .connectionLost,
        "iOS 18.0 to 18.3.2",
        symptom: "The connection to the system's store service breaks: products, purchases and restores fail.",
        advice: "Say that the store cannot be reached and offer to try again; read the unfinished transactions then."
    )

    /// The payment sheet does not appear.
    public static let sheetNeverShown = Self(
        .sheetNeverShown,
        "iOS 18.2",
        symptom: "The payment sheet does not appear, and the purchase never ends.",
        advice: "Do not lock the screen while a purchase runs; begin the next one only when the customer asks."
    )

    /// The customer is charged, and the app hears that the purchase was cancelled.
    public static let cancelledAfterSuccess = Self(
        .cancelledAfterSuccess,
        "iOS 18.3.1 to 18.5",
        symptom: "The customer is charged, and the app hears that the purchase was cancelled.",
        advice: "After a cancellation look at the latest and the unfinished transactions before believing it."
    )

    /// The store answers without any product.
    public static let emptyProductList = Self(
        .emptyProductList,
        "simulators of iOS 18.4 to 26",
        symptom: "Loading products succeeds and brings none.",
        advice: "Show that nothing is for sale now, and load again later; test on a device or another simulator."
    )

    /// The current entitlements do not have a purchase yet.
    public static let entitlementLate = Self(
        .entitlementLate,
        "macOS 26",
        symptom: "For about a second after a purchase the current entitlements do not have it.",
        advice: "Take what the purchase returned; do not ask for the entitlements to learn whether it went through.",
        seconds: 1
    )

    /// What is not finished comes newest first.
    public static let unfinishedNewestFirst = Self(
        .unfinishedNewestFirst,
        "macOS 26 and simulators of iOS 27",
        symptom: "Renewals that happened while the app was closed come newest first at its launch.",
        advice: "Compare dates before an older transaction takes the place of a newer one."
    )

    /// What a parent refuses is delivered all the same.
    public static let refusalIgnored = Self(
        .refusalIgnored,
        "simulators of iOS 27",
        symptom: "A purchase that a parent refuses is delivered all the same.",
        advice: "Deliver what is a verified transaction, whatever was said before; test refusals on a device."
    )

    /// The bug that a kind of fault imitates; nil for a kind that is none of Apple's.
    public init?(_ kind: StoreFault.Kind) {
        guard let bug = Self.all.first(where: { $0.kind == kind }) else { return nil }
        self = bug
    }
}
