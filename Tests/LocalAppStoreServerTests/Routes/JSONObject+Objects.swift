import AppStoreModels

extension JSONObject {
    /// The objects of an array member.
    subscript(objects key: String) -> [JSONObject] { self[array: key]?.compactMap(\.object) ?? [] }
}
