package import AppStoreModels

/// What is signed inside of a notification.
package struct SignedPart {
    /// Where it stands.
    package let member: String
    package let compact: String
    /// What belongs there.
    let kind: SignedPayloadKind

    private static let places: [(body: String, member: String, kind: SignedPayloadKind)] = [
        ("data", "signedTransactionInfo", .transaction), ("data", "signedRenewalInfo", .renewalInfo),
        ("appData", "signedAppTransactionInfo", .appTransaction),
    ]

    /// The signed members of a payload, in the order in which they are checked.
    package static func all(in payload: JSONObject) -> [SignedPart] {
        places.compactMap { body, member, kind in
            payload[object: body]?[member]?.string.map {
                SignedPart(member: "\(body).\(member)", compact: $0, kind: kind)
            }
        }
    }
}
