public import AppStoreModels

/// Everything there is to see of a running store at one moment.
public struct StateRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The bundle identifier of the app whose purchases are kept.
    public var bundleID: String? { json[object: "app"]?[string: "bundleId"] }
    /// What signed data says of where it comes from.
    public var environment: AppStoreEnvironment? {
        json[string: "environment"].map(AppStoreEnvironment.init(rawValue:))
    }
    /// The number of the last event.
    public var sequence: Int? { json.number("sequence") }
    /// The clock.
    public var clock: ClockRecord? { json[object: "clock"].map(ClockRecord.init(json:)) }
    /// How the store behaves.
    public var settings: SettingsRecord? { json[object: "settings"].map(SettingsRecord.init(json:)) }
    /// What is for sale.
    public var products: [CatalogueRecord] { json.records() }
    /// The customers.
    public var accounts: [AccountRecord] { json.records() }
    /// The families.
    public var families: [FamilyRecord] { json.records() }
    /// The newest offer codes.
    public var codes: [OfferCodeRecord] { json.records() }
    /// The faults in force.
    public var faults: [FaultRecord] { json.records() }
    /// The purchases that did not go straight through.
    public var attempts: [AttemptRecord] { json.records() }
    /// The subscriptions.
    public var subscriptions: [SubscriptionRecord] { json.records() }
    /// The newest transactions.
    public var transactions: [TransactionRecord] { json.records() }
    /// What customers asked to have refunded, and what became of it.
    public var refundRequests: [RefundRequestRecord] { json.records() }
    /// How many transactions there are.
    public var transactionCount: Int? { json.number("transactionCount") }
}
