import AppStoreModels

/// How much of a currency a customer has, by the server's ledger of consumables.
///
/// Only the developer's own server spends: whoever takes a public key out of an app must not.
public struct CustomerBalance: Sendable, Hashable {
    /// The developer's name of the currency.
    public let currency: String
    /// How much; below 0 after a refund of what was spent, if the developer wants it so.
    public let amount: Int64

    init?(_ json: JSONObject) {
        guard let currency = json[string: "currency"], let amount = json[integer: "amount"] else { return nil }
        self.currency = currency
        self.amount = amount
    }
}
