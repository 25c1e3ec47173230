/// What happened to a purchase, for whoever listens.
///
/// The names are part of the interface and never change; more may be added, so a receiver passes over what it does not know.
public struct PurchaseEventType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name used in our JSON.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription begins with a paid period.
    public static let subscriptionStarted = Self(rawValue: "subscriptionStarted")
    /// A subscription begins with a free trial.
    public static let trialStarted = Self(rawValue: "trialStarted")
    /// The first paid period after a free trial begins.
    public static let trialConverted = Self(rawValue: "trialConverted")
    /// The next period of a subscription begins.
    public static let subscriptionRenewed = Self(rawValue: "subscriptionRenewed")
    /// A subscription that had ended begins again.
    public static let subscriptionResumed = Self(rawValue: "subscriptionResumed")
    /// The App Store could charge again after a failure.
    public static let billingRecovered = Self(rawValue: "billingRecovered")
    /// The account could not be charged; access goes on for now.
    public static let gracePeriodStarted = Self(rawValue: "gracePeriodStarted")
    /// The account could not be charged; there is no access until it can.
    public static let billingRetryStarted = Self(rawValue: "billingRetryStarted")
    /// The person turned renewal off; access goes on until the period ends.
    public static let renewalTurnedOff = Self(rawValue: "renewalTurnedOff")
    /// The person turned renewal on again.
    public static let renewalTurnedOn = Self(rawValue: "renewalTurnedOn")
    /// The next renewal will buy another product of the group.
    public static let productChangeScheduled = Self(rawValue: "productChangeScheduled")
    /// The next renewal will buy the same product after all.
    public static let productChangeCancelled = Self(rawValue: "productChangeCancelled")
    /// The subscription goes on with another product of the group.
    public static let productChanged = Self(rawValue: "productChanged")
    /// The period ends later than was said before.
    public static let subscriptionExtended = Self(rawValue: "subscriptionExtended")
    /// Access has ended; the reason says why.
    public static let expired = Self(rawValue: "expired")
    /// Something was bought that does not renew.
    public static let oneTimePurchased = Self(rawValue: "oneTimePurchased")
    /// Money was given back. With that for the newest purchase access has ended; of an earlier one only the money goes.
    public static let refunded = Self(rawValue: "refunded")
    /// A refund was taken back.
    public static let refundReversed = Self(rawValue: "refundReversed")
    /// Access by Family Sharing has ended.
    public static let familyAccessEnded = Self(rawValue: "familyAccessEnded")
    /// A purchase of which was told before became this customer's, whom it was not known to belong to; nobody lost it. It
    /// says how the purchase stands.
    public static let purchaseAssigned = Self(rawValue: "purchaseAssigned")
    /// A person who was known by one name, `from`, is known by another one, `to`, from now on, and has what both had.
    public static let customersMerged = Self(rawValue: "customersMerged")
    /// A purchase became this customer's, who did not have it before; `from` is who had it.
    public static let purchaseTransferredIn = Self(rawValue: "purchaseTransferredIn")
    /// A purchase is this customer's no more; `to` is who has it.
    public static let purchaseTransferredOut = Self(rawValue: "purchaseTransferredOut")
    /// The developer gave a level of access.
    public static let levelGranted = Self(rawValue: "levelGranted")
    /// The developer took a grant back.
    public static let grantRevoked = Self(rawValue: "grantRevoked")
    /// A grant came to its end.
    public static let grantEnded = Self(rawValue: "grantEnded")
    /// A balance of the customer became larger or smaller.
    public static let balanceChanged = Self(rawValue: "balanceChanged")
    /// A notification of the App Store as it came, for endpoints that ask for them; never in the feed.
    public static let appStoreNotification = Self(rawValue: "appStoreNotification")
    /// Sent by hand, to try an endpoint.
    public static let test = Self(rawValue: "test")

    /// All of them, in the order of a purchase's life.
    public static let all = [
        subscriptionStarted, trialStarted, trialConverted, subscriptionRenewed, subscriptionResumed, billingRecovered,
        gracePeriodStarted, billingRetryStarted, renewalTurnedOff, renewalTurnedOn, productChangeScheduled,
        productChangeCancelled, productChanged, subscriptionExtended, expired, oneTimePurchased, refunded,
        refundReversed, familyAccessEnded, purchaseAssigned, customersMerged, purchaseTransferredIn,
        purchaseTransferredOut, levelGranted, grantRevoked, grantEnded, balanceChanged, appStoreNotification, test,
    ]

    public var description: String { rawValue }
}
