extension StoreEvent.Name {
    /// The reference of a request of Advanced Commerce was used; it cannot be used again.
    public static let commerceRequestUsed = Self(rawValue: "commerceRequestUsed")
    /// A purchase of Advanced Commerce that waited or was interrupted has gone through.
    public static let commerceOrderCompleted = Self(rawValue: "commerceOrderCompleted")
    /// What a customer reads of a subscription of Advanced Commerce was changed.
    public static let commerceMetadataChanged = Self(rawValue: "commerceMetadataChanged")
    /// Prices of a subscription of Advanced Commerce were changed.
    public static let commercePriceChanged = Self(rawValue: "commercePriceChanged")
    /// A subscription moved to Advanced Commerce.
    public static let commerceMigrated = Self(rawValue: "commerceMigrated")
}
