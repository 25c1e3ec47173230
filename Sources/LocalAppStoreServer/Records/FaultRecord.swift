public import AppStoreModels
public import LocalAppStore

/// A fault that is in force.
public struct FaultRecord: StoreRecord {
    public static let listName = "faults"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// By what it is cleared.
    public var id: String? { json[string: "id"] }
    /// What goes wrong.
    public var kind: StoreFault.Kind? { json[string: "kind"].map(StoreFault.Kind.init(rawValue:)) }
    /// How often it will strike; nil until it is cleared.
    public var times: Int? { json.number("times") }
    /// Whom it strikes; nil for every account.
    public var account: String? { json[string: "account"] }
    /// Which product it strikes; nil for all.
    public var productID: String? { json[string: "productId"] }
    /// What its kind needs to know.
    public var parameters: StoreFault.Parameters {
        (try? StoreFault.Parameters(json)) ?? StoreFault.Parameters()
    }
}
