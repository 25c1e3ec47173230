extension Purchase {
    /// The JWS by which the App Store signed this purchase, for a server; nil of a client on StoreKit 1, where the receipt
    /// is the proof, and of what was not bought yet.
    public var jwsRepresentation: String? { (transaction as? StoreKit2Transaction)?.signed?.jwsRepresentation }
}

extension PurchaseDetails {
    /// The JWS by which the App Store signed this purchase, for a server; nil of a client on StoreKit 1, where the receipt
    /// is the proof, and of what was not bought yet.
    public var jwsRepresentation: String? { (transaction as? StoreKit2Transaction)?.signed?.jwsRepresentation }
}
