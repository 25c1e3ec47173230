/// The seats of a group subscription that the developer manages (Server API 1.23).
public struct SubscriptionSeats: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// How many were bought.
    public var totalSeatCount: Int64? {
        get { json[integer: "totalSeatCount"] }
        set { json[integer: "totalSeatCount"] = newValue }
    }

    /// How many are free.
    public var availableSeatCount: Int64? {
        get { json[integer: "availableSeatCount"] }
        set { json[integer: "availableSeatCount"] = newValue }
    }

    /// The claims that hold the others.
    public var assignedSeatClaimIDs: [String]? {
        get { json[array: "assignedSeatClaimIds"]?.compactMap(\.string) }
        set { json[array: "assignedSeatClaimIds"] = newValue?.map(JSONValue.string) }
    }
}
