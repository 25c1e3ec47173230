import AppStoreModels

extension JSONObject {
    /// The objects of an array member, each seen as a model; a missing member is an empty array.
    func views<View: JSONBacked>(_ key: String) -> [View] {
        self[array: key]?.compactMap { $0.object.map(View.init(json:)) } ?? []
    }

    /// Replaces an array member.
    mutating func setViews(_ views: [some JSONBacked], for key: String) {
        self[array: key] = views.map { .object($0.json) }
    }
}
