public import AppStoreModels

/// A list of products that the developer wants shown together.
///
/// It says what to show, not what it costs: that the App Store says, to the device.
public struct ServedOffering: Sendable, Hashable {
    /// The developer's name of it.
    public let name: String
    /// Whether it is the one to show where nothing else is said.
    public let isCurrent: Bool
    /// The products, in the order in which they are shown.
    public let productIDs: [String]
    /// The developer's own words about it.
    public let metadata: JSONObject?

    init?(_ json: JSONObject) {
        guard let name = json[string: "offering"] else { return nil }
        self.name = name
        isCurrent = json[boolean: "isCurrent"] ?? false
        productIDs = (json[array: "productIds"] ?? []).compactMap(\.string)
        metadata = json[object: "metadata"]
    }
}

extension PurchaseBackend {
    /// What the shop shows. It is not signed: it gives no rights, and the prices come from the App Store.
    ///
    /// - Throws: ``PurchaseBackendError``.
    public func offerings() async throws(PurchaseBackendError) -> [ServedOffering] {
        let call = ServerConnection.Call(path: ["offerings"], demands: ["offerings"])
        guard let list = try await connection(configuration.limits).send(call).json[array: "offerings"] else {
            throw PurchaseBackendError(.malformedAnswer, "the answer has no list of offerings; perhaps a proxy's")
        }
        return list.compactMap(\.object).compactMap(ServedOffering.init)
    }
}
