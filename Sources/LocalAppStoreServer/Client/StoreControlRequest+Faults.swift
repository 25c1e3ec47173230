public import AppStoreModels

extension StoreControlRequest {
    /// The faults in force, and the kinds there are.
    public static var faults: Self { Self("GET", ["faults"]) }

    /// Puts a fault in force: `kind`, and as far as the kind takes them `times`, `account`, `productId`, `seconds`,
    /// `failure`, `storefront`, `otherAccount`, `environment`.
    public static func setFault(_ fault: JSONObject) -> Self { Self("POST", ["faults"], body: fault) }

    /// Ends a fault.
    public static func clearFault(_ id: String) -> Self { Self("DELETE", ["faults", id]) }

    /// Ends all faults.
    public static var clearFaults: Self { Self("DELETE", ["faults"]) }
}
