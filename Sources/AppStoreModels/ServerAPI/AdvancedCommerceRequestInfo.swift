public import Foundation

/// Who asks something of Advanced Commerce.
public struct AdvancedCommerceRequestInfo: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The caller's own name of the request, new for each.
    public var requestReferenceID: UUID? {
        get { json[string: "requestReferenceId"].flatMap(UUID.init(uuidString:)) }
        set { json[string: "requestReferenceId"] = newValue?.uuidString.lowercased() }
    }

    /// The account in the developer's own system.
    public var appAccountToken: UUID? {
        get { json[string: "appAccountToken"].flatMap(UUID.init(uuidString:)) }
        set { json[string: "appAccountToken"] = newValue?.uuidString.lowercased() }
    }

    /// What the App Store sent with the last answer, to show what the caller knew.
    public var consistencyToken: String? {
        get { json[string: "consistencyToken"] }
        set { json[string: "consistencyToken"] = newValue }
    }
}
