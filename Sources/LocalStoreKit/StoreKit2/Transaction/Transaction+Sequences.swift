import LocalAppStore

extension Transaction {
    /// Everything the customer bought, renewals too; ends after the last one.
    ///
    /// Finished consumables are left out, unless they were refunded or the app wants them: see
    /// ``LocalDeviceSettings/includesConsumablesInHistory``.
    public static var all: Transaction.Transactions { snapshot(.all) }

    /// What entitles the customer to something now; ends after the last one.
    ///
    /// That is each non-consumable, the current period of each subscription that is active or in its grace period, and the
    /// latest purchase of each non-renewing subscription, whose end only the app knows. Nothing that was refunded, and no
    /// consumable.
    public static var currentEntitlements: Transaction.Transactions { snapshot(.currentEntitlements) }

    /// What the app has not finished, whichever API it was bought by; ends after the last one.
    public static var unfinished: Transaction.Transactions { snapshot(.unfinished) }

    /// What happens without ``Product/purchase(options:)``, without end.
    ///
    /// First, once after the launch, what was not finished before; then renewals, purchases on other devices and in the App
    /// Store, codes, what a parent allowed, and refunds. Begin to listen as soon as the app is launched.
    public static var updates: Transaction.Transactions {
        Transactions(source: .updates, device: LocalDevice.current)
    }

    /// Everything the customer bought of a product.
    public static func all(for productID: String) -> Transaction.Transactions { snapshot(.all, productID) }

    /// What entitles the customer to a product now; several with Family Sharing.
    public static func currentEntitlements(for productID: String) -> Transaction.Transactions {
        snapshot(.currentEntitlements, productID)
    }

    /// The newest transaction of a product; nil if the customer never had it, or has used it up.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        await all(for: productID).newest()
    }

    /// What entitles the customer to a product now; nil if nothing does.
    ///
    /// Apple deprecated it in 18.4 for ``currentEntitlements(for:)``: with Family Sharing there may be several.
    public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? {
        await currentEntitlements(for: productID).newest()
    }

    private static func snapshot(_ part: DeviceSelection.Part, _ productID: String? = nil) -> Transactions {
        Transactions(part, productID, device: LocalDevice.current)
    }
}

/// What a sequence of transactions shows.
struct TransactionSelection: Sendable {
    var part: DeviceSelection.Part
    var productID: String?
}

extension Transaction.Transactions {
    /// What a device has of a product, or of all products; nil for the device in use when somebody looks.
    init(_ part: DeviceSelection.Part, _ productID: String? = nil, device: LocalDevice?) {
        self.init(source: .snapshot(TransactionSelection(part: part, productID: productID)), device: device)
    }

    /// The one that was bought last; nil if there is none.
    func newest() async -> VerificationResult<Transaction>? {
        var newest: VerificationResult<Transaction>?
        for await result in self {
            let date = newest?.unsafePayloadValue.purchaseDate ?? result.unsafePayloadValue.purchaseDate
            if result.unsafePayloadValue.purchaseDate >= date { newest = result }
        }
        return newest
    }
}
