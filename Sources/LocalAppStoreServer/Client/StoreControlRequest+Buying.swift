import AppStoreModels
public import LocalAppStore

// Customers, what they buy, and what becomes of it.

extension StoreControlRequest where Answer == AccountRecord {
    /// Creates a customer.
    public static func createAccount(_ id: String, storefront: String? = nil) -> Self {
        var body: JSONObject = ["id": .string(id)]
        body[string: "storefront"] = storefront
        return Self("POST", ["accounts"], body: body)
    }
    /// Changes a customer.
    public static func changeAccount(_ id: String, _ change: AccountChange) -> Self {
        Self("PATCH", ["accounts", id], body: change.body)
    }
    /// Takes a customer out of a family.
    public static func leaveFamily(_ id: String, account: String) -> Self {
        Self("DELETE", ["families", id, "members", account])
    }
    /// Shares a purchase with the purchaser's family, or no longer.
    public static func shareWithFamily(_ id: String, isOn: Bool) -> Self {
        Self("POST", ["transactions", id, "family-sharing"], body: ["enabled": .bool(isOn)])
    }
}

extension StoreControlRequest where Answer == FamilyRecord {
    /// Creates a family with one member, its organizer.
    public static func createFamily(_ id: String, organizer: String) -> Self {
        Self("POST", ["families"], body: ["id": .string(id), "organizer": .string(organizer)])
    }
    /// Adds a customer to a family.
    public static func joinFamily(_ id: String, account: String) -> Self {
        Self("POST", ["families", id, "members"], body: ["account": .string(account)])
    }
}

extension StoreControlRequest where Answer == PurchaseRecord {
    /// Buys.
    public static func buy(_ purchase: PurchaseRequest) -> Self { Self("POST", ["purchases"], body: purchase.body) }
    /// Buys one of a product.
    public static func buy(productID: String, account: String) -> Self {
        buy(PurchaseRequest(productID: productID, accountID: account))
    }
    /// Says what becomes of a purchase that did not go straight through.
    public static func attempt(_ id: String, _ command: AttemptCommand) -> Self { Self(command, below: "attempts", id) }
}

extension StoreControlRequest where Answer == TransactionRecord {
    /// Confirms, as a customer, what an app asks of Advanced Commerce.
    public static func confirm(_ order: AdvancedCommerceOrder) -> Self {
        Self("POST", ["advanced-commerce"], body: order.body)
    }
    /// Does something to a transaction.
    public static func transaction(_ id: String, _ command: TransactionCommand) -> Self {
        Self(command, below: "transactions", id)
    }
    /// Redeems a code as a customer.
    public static func redeem(_ code: String, account: String) -> Self {
        Self("POST", ["codes", code, "redeem"], body: ["account": .string(account)])
    }
}

extension StoreControlRequest where Answer == SubscriptionRecord {
    /// Does something to a subscription, which is named by its first transaction.
    public static func subscription(_ id: String, _ command: SubscriptionCommand) -> Self {
        Self(command, below: "subscriptions", id)
    }
}

extension StoreControlRequest where Answer == RecordList<OfferCodeRecord> {
    /// The offer codes.
    public static var codes: Self { Self(of: nil) }
    /// Makes offer codes.
    public static func createCodes(_ order: OfferCodeOrder) -> Self { Self("POST", ["codes"], body: order.body) }
}

extension StoreControlRequest where Answer == DoneRecord {
    /// Begins a purchase in the App Store, for the app to continue.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - account: Who taps on it.
    ///   - winBackOfferID: The win-back offer that the customer saw there.
    public static func promote(productID: String, account: String, winBackOfferID: String? = nil) -> Self {
        var body: JSONObject = ["productId": .string(productID), "account": .string(account)]
        body["winBackOfferId"] = winBackOfferID.map(JSONValue.string)
        return Self("POST", ["promotions"], body: body)
    }
    /// Follows a link that begins a purchase in the app.
    public static func openPurchaseIntent(_ url: String, account: String) -> Self {
        Self("POST", ["purchase-intents"], body: ["url": .string(url), "account": .string(account)])
    }
    /// Deletes a transaction and what came of it.
    public static func delete(_ id: String) -> Self { Self("DELETE", ["transactions", id]) }
    /// Deletes all transactions of an account.
    public static func clear(account: String) -> Self { Self("DELETE", ["accounts", account, "transactions"]) }
}
