import AppStoreModels

/// What is signed inside a notification.
enum NestedJWS {
    /// The signed members of a payload, each with the name that says where it stands.
    static func all(in payload: JSONObject) -> [(name: String, compact: String)] {
        let places = [
            ("data", "signedTransactionInfo"), ("data", "signedRenewalInfo"), ("appData", "signedAppTransactionInfo"),
        ]
        return places.compactMap { body, member in
            payload[object: body]?[member]?.string.map { ("\(body).\(member)", $0) }
        }
    }
}
