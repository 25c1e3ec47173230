/// Something that an implementation can do, or that can be made to happen to it.
public struct Capability: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    /// A stable name.
    public let rawValue: String

    /// A capability of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Purchases of consumables are confirmed without anybody at the screen, by a customer who may own something already.
    public static let purchases = Self(rawValue: "purchases")
    /// All purchases are confirmed without anybody at the screen, and each customer begins with nothing; so there are
    /// ``purchases``, too.
    public static let freshCustomer = Self(rawValue: "fresh-customer")
    /// The app can be killed and launched again.
    public static let relaunch = Self(rawValue: "relaunch")
    /// What the store has as unfinished can be looked at.
    public static let inspection = Self(rawValue: "inspection")
    /// The customer can cancel.
    public static let cancelling = Self(rawValue: "cancelling")
    /// Purchases can be made to wait for approval, be allowed and be refused.
    public static let approval = Self(rawValue: "approval")
    /// A purchase can be charged and answered with an error.
    public static let errorAfterCharge = Self(rawValue: "error-after-charge")
    /// Purchases can fail for a reason that is chosen.
    public static let failing = Self(rawValue: "failing")
    /// Purchases can be refunded.
    public static let refunds = Self(rawValue: "refunds")
    /// Somebody else can buy for the customer: another device, or the store itself.
    public static let purchasesElsewhere = Self(rawValue: "purchases-elsewhere")
    /// Time can pass.
    public static let time = Self(rawValue: "time")
    /// A purchase can come more than once.
    public static let duplicates = Self(rawValue: "duplicates")
    /// Signatures can be made not to hold.
    public static let badSignatures = Self(rawValue: "bad-signatures")
    /// Purchases come with their JWS.
    public static let signedPurchases = Self(rawValue: "signed-purchases")
    /// The implementation can say what the customer owns.
    public static let entitlements = Self(rawValue: "entitlements")
    /// The app can look up what was taken back, long after it was delivered.
    public static let history = Self(rawValue: "history")
    /// An app that runs is told of everything that happens to purchases.
    ///
    /// StoreKit 2 does so. StoreKit 1 promises renewals for the next launch or the foreground, and says nothing of refunds
    /// of what is used up.
    public static let updates = Self(rawValue: "updates")

    /// The shop has plans, and the app can say where subscriptions stand.
    public static let plans = Self(rawValue: "plans")
    /// Offers can be looked at, signed, bought with and redeemed.
    public static let offers = Self(rawValue: "offers")
    /// Offers for who comes back can be bought.
    public static let winBackPurchases = Self(rawValue: "win-back-purchases")
    /// The customer can move to another storefront.
    public static let storefronts = Self(rawValue: "storefronts")
    /// Purchases can be shared in a family.
    public static let families = Self(rawValue: "families")
    /// Somebody else of the customer's family can be looked at, too, on a device of their own.
    public static let relatives = Self(rawValue: "relatives")
    /// Renewals can fail to be charged.
    public static let billing = Self(rawValue: "billing")
    /// Purchases can be interrupted.
    public static let interruptions = Self(rawValue: "interruptions")
    /// Purchases can be begun in the store.
    public static let promotions = Self(rawValue: "promotions")
    /// It is seen when the customer is asked to sign in.
    public static let signIns = Self(rawValue: "sign-ins")
    /// The store can be out of reach.
    public static let offline = Self(rawValue: "offline")
    /// Products can be taken from sale.
    public static let withdrawals = Self(rawValue: "withdrawals")
    /// The customer's answers on the store's sheets can be chosen.
    public static let sheets = Self(rawValue: "sheets")

    /// The app sends purchases to a server of the developer, whose answers can be chosen.
    public static let server = Self(rawValue: "server")
    /// The app has receipts checked, and it can be chosen what comes of that.
    public static let receipts = Self(rawValue: "receipts")

    /// By name.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
