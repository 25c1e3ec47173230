/// Why the store refuses a command. The state is unchanged.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The rule that was broken.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such account.
        public static let unknownAccount = Code(rawValue: "unknownAccount")
        /// There is such an account already.
        public static let accountExists = Code(rawValue: "accountExists")
        /// The catalogue has no such product.
        public static let unknownProduct = Code(rawValue: "unknownProduct")
        /// There is no such transaction.
        public static let unknownTransaction = Code(rawValue: "unknownTransaction")
        /// There is no such subscription.
        public static let unknownSubscription = Code(rawValue: "unknownSubscription")
        /// There is no such purchase attempt.
        public static let unknownAttempt = Code(rawValue: "unknownAttempt")
        /// There is no such storefront.
        public static let unknownStorefront = Code(rawValue: "unknownStorefront")
        /// The quantity is not 1 to 10, or not 1 for something that nobody can own twice.
        public static let invalidQuantity = Code(rawValue: "invalidQuantity")
        /// This account may not pay.
        public static let paymentNotAllowed = Code(rawValue: "paymentNotAllowed")
        /// The purchase waits, was interrupted or failed, where a finished purchase was asked for.
        public static let notPurchased = Code(rawValue: "notPurchased")
        /// What is asked for does not fit the state, such as refunding twice.
        public static let invalidState = Code(rawValue: "invalidState")
        /// A value is out of its range.
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// There is no such family.
        public static let unknownFamily = Code(rawValue: "unknownFamily")
        /// There is such a family already.
        public static let familyExists = Code(rawValue: "familyExists")
        /// A family has six members already.
        public static let familyFull = Code(rawValue: "familyFull")
        /// What is asked for is for the purchaser to do, not for a family member.
        public static let familyShared = Code(rawValue: "familyShared")
        /// The catalogue has no such offer for the product.
        public static let unknownOffer = Code(rawValue: "unknownOffer")
        /// This customer may not have the offer.
        public static let ineligibleForOffer = Code(rawValue: "ineligibleForOffer")
        /// There is no such offer code.
        public static let unknownOfferCode = Code(rawValue: "unknownOfferCode")
        /// There is such an offer code already.
        public static let offerCodeExists = Code(rawValue: "offerCodeExists")
        /// The offer code has expired, was used up, or was redeemed by this customer.
        public static let offerCodeRefused = Code(rawValue: "offerCodeRefused")
        /// The subscription was extended twice within a year.
        public static let extensionLimit = Code(rawValue: "extensionLimit")
        /// There is no such fault in force.
        public static let unknownFault = Code(rawValue: "unknownFault")
        /// A link does not begin a purchase in this app.
        public static let invalidLink = Code(rawValue: "invalidLink")
        /// Time does not run backwards.
        public static let clockBackwards = Code(rawValue: "clockBackwards")
        /// More would fall due on the way of the clock than the caller allows.
        public static let tooManyEvents = Code(rawValue: "tooManyEvents")
        /// The clock is on a long way already.
        public static let clockMoving = Code(rawValue: "clockMoving")
        /// The clock was stopped on its way.
        public static let clockCancelled = Code(rawValue: "clockCancelled")
        /// Another state came while the clock was on its way; it stays where that state put it.
        public static let clockInterrupted = Code(rawValue: "clockInterrupted")
        /// The store's folder cannot be used.
        public static let folderUnusable = Code(rawValue: "folderUnusable")
        /// Another process uses the folder.
        public static let folderInUse = Code(rawValue: "folderInUse")
        /// The folder belongs to another app.
        public static let folderOfAnotherApp = Code(rawValue: "folderOfAnotherApp")
        /// The log of events is damaged somewhere else than at its end.
        public static let journalDamaged = Code(rawValue: "journalDamaged")
        /// What should happen could not be written down, so it did not happen; it works again once the disk does.
        public static let journalFailed = Code(rawValue: "journalFailed")
        /// A snapshot is damaged, missing, or none at all.
        public static let snapshotDamaged = Code(rawValue: "snapshotDamaged")
        /// A snapshot belongs to another app.
        public static let snapshotOfAnotherApp = Code(rawValue: "snapshotOfAnotherApp")
        /// A snapshot could not be made.
        public static let snapshotFailed = Code(rawValue: "snapshotFailed")
        /// A receipt or a signature could not be made.
        public static let signingFailed = Code(rawValue: "signingFailed")

        public var description: String { rawValue }
    }

    /// The rule that was broken.
    public let code: Code
    /// What was seen, and what to do.
    public let reason: String
    /// Where the log is damaged, if that is what is wrong.
    var damage: JournalDamage?

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
