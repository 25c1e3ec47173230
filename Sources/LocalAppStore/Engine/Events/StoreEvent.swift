public import AppStoreModels
public import Foundation

/// Something that happened in the store, with the records as they are afterwards.
///
/// Events are what is persisted: putting the records of all events in place, in order, gives the state again, whatever the
/// rules were that made them.
public struct StoreEvent: Sendable, Hashable, Codable, Identifiable {
    /// What happened.
    public struct Name: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }

    /// 1 for the first event of the store, then counting up.
    public let sequence: Int
    /// When, in store time.
    public let date: Date
    /// What happened.
    public let name: Name
    /// To whom; nil for what concerns the whole store.
    public let accountID: String?
    /// What Apple's server would report of it, nil for what it would not.
    public let notification: StoreNotification?
    /// The transactions that are new or changed; the event is about the first one.
    public let transactions: [StoreTransaction]
    /// The subscription, if it is about one.
    public let subscription: StoreSubscription?
    /// The purchase attempt, if it is about one.
    public let attempt: PurchaseAttempt?
    /// The account, if it is new or changed.
    public private(set) var account: StoreAccount?
    /// The settings, if they changed.
    public private(set) var settings: StoreSettings?
    /// The product of a purchase that was begun in the App Store.
    public private(set) var promotedProductID: String?
    /// The transactions that were deleted, with everything the store knew of them.
    @OmittedWhenEmpty public private(set) var deletedTransactionIDs: [String] = []
    /// The family, if it is new or changed.
    public private(set) var family: FamilyGroup?
    /// The offer codes that are new or changed.
    @OmittedWhenEmpty public private(set) var offerCodes: [OfferCode] = []
    /// The nonce of a promotional offer that was used.
    package private(set) var usedOfferNonce: UUID?
    /// The fault that was set, struck or was cleared, as it was before.
    public private(set) var fault: StoreFault?
    /// The request for a refund, if it is new or changed.
    public private(set) var refundRequest: StoreRefundRequest?
    /// The extension of many subscriptions, if it is new or changed.
    public private(set) var massExtension: MassExtension?
    /// The faults in force afterwards, if they changed.
    private(set) var faultState: FaultState?
    /// The tokens of external purchases afterwards, if they changed.
    private(set) var externalPurchases: ExternalPurchaseState?
    /// What changed of Retention Messaging.
    private(set) var messaging: MessagingChange?
    /// How many identifiers the store has given out.
    let identifierCount: Int

    public var id: Int { sequence }

    /// The transaction the event is about.
    public var transaction: StoreTransaction? { transactions.first }
}

extension StoreEvent {
    /// What an event changes besides purchases.
    indirect enum Subject {
        case account(StoreAccount, promotedProductID: String? = nil)
        case settings(StoreSettings)
        /// The transactions that are deleted.
        case deletion([String])
        /// A family, and the account that joined or left it.
        case family(FamilyGroup, StoreAccount?)
        case offerCodes([OfferCode])
        /// The nonce of a promotional offer that was used.
        case offerNonce(UUID)
        case refundRequest(StoreRefundRequest)
        case massExtension(MassExtension)
        /// What is in force, and the fault that was set, struck or was cleared.
        case faults(FaultState, StoreFault? = nil)
        /// The tokens of external purchases, and whose changed.
        case externalPurchases(ExternalPurchaseState, account: String)
        case messaging(MessagingChange)

        /// Whom it concerns, if it says so itself.
        var accountID: String? {
            switch self {
            case .account(let account, _): account.id
            case .family(_, let account): account?.id
            case .refundRequest(let request): request.accountID
            case .externalPurchases(_, let account): account
            case .settings, .deletion, .offerCodes, .offerNonce, .massExtension, .faults, .messaging: nil
            }
        }
    }

    /// Puts what changes besides purchases into the event.
    mutating func tell(of subject: Subject) {
        switch subject {
        case .account(let account, let productID): (self.account, promotedProductID) = (account, productID)
        case .settings(let settings): self.settings = settings
        case .deletion(let transactionIDs): deletedTransactionIDs = transactionIDs
        case .family(let family, let account): (self.family, self.account) = (family, account)
        case .offerCodes(let codes): offerCodes = codes
        case .offerNonce(let nonce): usedOfferNonce = nonce
        case .refundRequest(let request): refundRequest = request
        case .massExtension(let extended): massExtension = extended
        case .faults(let state, let fault): (faultState, self.fault) = (state, fault)
        case .externalPurchases(let state, _): externalPurchases = state
        case .messaging(let change): messaging = change
        }
    }
}

/// Type and subtype of a server notification (version 2).
public struct StoreNotification: Sendable, Hashable, Codable {
    /// What happened.
    public let type: NotificationType
    /// In detail.
    public let subtype: NotificationSubtype?
    /// Why the customer asks for a refund; of CONSUMPTION_REQUEST only.
    public let consumptionRequestReason: String?
    /// The token that it is about; of EXTERNAL_PURCHASE_TOKEN only.
    public internal(set) var externalPurchaseToken: ExternalPurchaseToken?
    /// What goes wrong on its way to the developer; nil for nothing.
    public internal(set) var mishap: NotificationMishap?

    init(
        _ type: NotificationType,
        _ subtype: NotificationSubtype? = nil,
        consumptionRequestReason: String? = nil
    ) {
        self.type = type
        self.subtype = subtype
        self.consumptionRequestReason = consumptionRequestReason
    }
}

extension StoreEvent: StoredValue {
    // Its own number is held against that of the event before it.
    func checkRanges() throws(Nonsense) {
        try StoredRange.counts.check(identifierCount, "identifierCount")
        try transactions.checkRanges()
        try subscription?.checkRanges()
        try notification?.checkRanges()
        try attempt?.checkRanges()
        try settings?.checkRanges()
        try offerCodes.checkRanges()
        try fault?.checkRanges()
        try faultState?.checkRanges()
        try refundRequest?.checkRanges()
        try massExtension?.checkRanges()
        try externalPurchases?.checkRanges()
        try messaging?.checkRanges()
    }
}

extension StoreNotification: StoredValue {
    func checkRanges() throws(Nonsense) {
        try externalPurchaseToken?.checkRanges()
        try mishap?.checkRanges()
    }
}
