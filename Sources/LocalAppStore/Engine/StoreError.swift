/// Why the store refuses a command. The state is unchanged.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The rule that was broken.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such account.
        public static let unknownAccount = Code(rawValue: "unknown-account")
        /// There is such an account already.
        public static let accountExists = Code(rawValue: "account-exists")
        /// The catalogue has no such product.
        public static let unknownProduct = Code(rawValue: "unknown-product")
        /// There is no such transaction.
        public static let unknownTransaction = Code(rawValue: "unknown-transaction")
        /// There is no such subscription.
        public static let unknownSubscription = Code(rawValue: "unknown-subscription")
        /// There is no such purchase attempt.
        public static let unknownAttempt = Code(rawValue: "unknown-attempt")
        /// There is no such storefront.
        public static let unknownStorefront = Code(rawValue: "unknown-storefront")
        /// The quantity is not 1 to 10, or not 1 for something that nobody can own twice.
        public static let invalidQuantity = Code(rawValue: "invalid-quantity")
        /// This account may not pay.
        public static let paymentNotAllowed = Code(rawValue: "payment-not-allowed")
        /// The purchase waits, was interrupted or failed, where a finished purchase was asked for.
        public static let notPurchased = Code(rawValue: "not-purchased")
        /// What is asked for does not fit the state, such as refunding twice.
        public static let invalidState = Code(rawValue: "invalid-state")
        /// A value is out of its range.
        public static let invalidValue = Code(rawValue: "invalid-value")
        /// There is no such family.
        public static let unknownFamily = Code(rawValue: "unknown-family")
        /// There is such a family already.
        public static let familyExists = Code(rawValue: "family-exists")
        /// A family has six members already.
        public static let familyFull = Code(rawValue: "family-full")
        /// What is asked for is for the purchaser to do, not for a family member.
        public static let familyShared = Code(rawValue: "family-shared")
        /// The catalogue has no such offer for the product.
        public static let unknownOffer = Code(rawValue: "unknown-offer")
        /// This customer may not have the offer.
        public static let ineligibleForOffer = Code(rawValue: "ineligible-for-offer")
        /// There is no such offer code.
        public static let unknownOfferCode = Code(rawValue: "unknown-offer-code")
        /// There is such an offer code already.
        public static let offerCodeExists = Code(rawValue: "offer-code-exists")
        /// The offer code has expired, was used up, or was redeemed by this customer.
        public static let offerCodeRefused = Code(rawValue: "offer-code-refused")
        /// The subscription was extended twice within a year.
        public static let extensionLimit = Code(rawValue: "extension-limit")
        /// There is no such fault in force.
        public static let unknownFault = Code(rawValue: "unknown-fault")
        /// A link does not begin a purchase in this app.
        public static let invalidLink = Code(rawValue: "invalid-link")
        /// Time does not run backwards.
        public static let clockBackwards = Code(rawValue: "clock-backwards")
        /// More would fall due on the way of the clock than the caller allows.
        public static let tooManyEvents = Code(rawValue: "too-many-events")
        /// The clock is on a long way already.
        public static let clockMoving = Code(rawValue: "clock-moving")
        /// The clock was stopped on its way.
        public static let clockCancelled = Code(rawValue: "clock-cancelled")
        /// Another state came while the clock was on its way; it stays where that state put it.
        public static let clockInterrupted = Code(rawValue: "clock-interrupted")
        /// The store's folder cannot be used.
        public static let folderUnusable = Code(rawValue: "folder-unusable")
        /// Another process uses the folder.
        public static let folderInUse = Code(rawValue: "folder-in-use")
        /// The folder belongs to another app.
        public static let folderOfAnotherApp = Code(rawValue: "folder-of-another-app")
        /// The log of events is damaged somewhere else than at its end.
        public static let journalDamaged = Code(rawValue: "journal-damaged")
        /// What should happen could not be written down, so it did not happen; it works again once the disk does.
        public static let journalFailed = Code(rawValue: "journal-failed")
        /// A snapshot is damaged, missing, or none at all.
        public static let snapshotDamaged = Code(rawValue: "snapshot-damaged")
        /// A snapshot belongs to another app.
        public static let snapshotOfAnotherApp = Code(rawValue: "snapshot-of-another-app")
        /// A snapshot could not be made.
        public static let snapshotFailed = Code(rawValue: "snapshot-failed")
        /// A receipt or a signature could not be made.
        public static let signingFailed = Code(rawValue: "signing-failed")

        public var description: String { rawValue }
    }

    /// The rule that was broken.
    public let code: Code
    /// What was seen, and what to do.
    public let reason: String
    /// Where the log is damaged, if that is what is wrong.
    var damage: JournalDamage?
    /// The App Store's own number for it, where it has one: 4040014 and the like.
    package var appStoreCode: Int?

    /// A refusal.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code): \(reason)" }
}

extension StoreError: Equatable {
    /// Errors are equal when the same rule is broken.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
