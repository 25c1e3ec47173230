import AppStoreModels

// What there is to see.

extension StoreControlRequest where Answer == StateRecord {
    /// Everything there is to see.
    public static var state: Self { Self("GET", ["state"]) }
}

extension StoreControlRequest where Answer == RecordList<CatalogueRecord> {
    /// What is for sale, as an account sees it.
    public static func products(account: String? = nil) -> Self { Self(of: account) }
}

extension StoreControlRequest where Answer == RecordList<AccountRecord> {
    /// The customers.
    public static var accounts: Self { Self(of: nil) }
}

extension StoreControlRequest where Answer == RecordList<TransactionRecord> {
    /// The transactions of an account, or all.
    public static func transactions(account: String? = nil) -> Self { Self(of: account) }
    /// Restores what a customer bought: the copies that are to be finished.
    public static func restore(account: String) -> Self { Self("POST", ["accounts", account, "restore"]) }
}

extension StoreControlRequest where Answer == RecordList<SubscriptionRecord> {
    /// The subscriptions of an account, or all.
    public static func subscriptions(account: String? = nil) -> Self { Self(of: account) }
}

extension StoreControlRequest where Answer == RecordList<RefundRequestRecord> {
    /// What customers asked to have refunded, of an account or all.
    public static func refundRequests(account: String? = nil) -> Self {
        Self("GET", ["refund-requests"], query: account.map { ["account": $0] } ?? [:])
    }
}

extension StoreControlRequest where Answer == RecordList<MassExtensionRecord> {
    /// The extensions of all subscriptions to a product at once.
    public static var massExtensions: Self { Self("GET", ["mass-extensions"]) }
}

extension StoreControlRequest where Answer == RecordList<AttemptRecord> {
    /// The purchases that did not go straight through, of an account or all.
    public static func attempts(account: String? = nil) -> Self { Self(of: account) }
}

extension StoreControlRequest where Answer == RecordList<EventRecord> {
    /// What happened since the server began, of an account or all.
    public static func events(account: String? = nil) -> Self { Self(of: account) }
}

extension StoreControlRequest where Answer == RecordList<FamilyRecord> {
    /// The families.
    public static var families: Self { Self(of: nil) }
}

extension StoreControlRequest where Answer == ReceiptRecord {
    /// The receipt of an account, raw and decoded.
    public static func receipt(account: String) -> Self { Self("GET", ["accounts", account, "receipt"]) }
}

extension StoreControlRequest where Answer == SignedRecord {
    /// A transaction as it is signed, raw and decoded.
    public static func signedTransaction(_ id: String) -> Self { Self("GET", ["transactions", id, "signed"]) }
}
